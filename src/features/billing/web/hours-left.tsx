import { formatMonth } from '#shared/month-names.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { ProgressBar } from '#shared/ui/progress-bar.tsx'
import { reached } from '../drawing.rules.ts'
import type { HoursLeft } from '../hours-left.contract.ts'

/** 'Ingår i november 2026' or 'Timbank köpt 2026-03-10, gäller till 2027-03-09'. */
export function hoursName(hours: HoursLeft): string {
  if (hours.kind === 'included') return `Ingår i ${formatMonth(hours.month)}`
  return `Timbank köpt ${hours.boughtOn}${hours.validUntil ? `, gäller till ${hours.validUntil}` : ''}`
}

/** '1,50 av 10,00 timmar kvar' */
export const hoursLeftText = ({ minutes, usedMinutes }: HoursLeft): string =>
  `${formatHours(minutes - usedMinutes)} av ${formatHours(minutes)} tim kvar`

const notes = { 0: undefined, 80: 'snart slut', 100: 'slut' } as const

/** Timmar kvar: a customer's included and prepaid hours; nothing when there are none. */
export function HoursLeftCard({ hours }: { hours: readonly HoursLeft[] }) {
  if (hours.length === 0) return null
  return (
    <Card title="Timmar kvar">
      <ul className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        {hours.map((row) => (
          <li key={hoursName(row)} className="grid content-start gap-1">
            <Left hours={row} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Left({ hours }: { hours: HoursLeft }) {
  const note = notes[reached(hours.usedMinutes, hours.minutes)]
  const name = hoursName(hours)
  return (
    <>
      <p className="text-ink-soft">{name}</p>
      <p className="tabular-nums">
        {hoursLeftText(hours)}
        {note && <span className="font-medium text-accent-ink"> – {note}</span>}
      </p>
      <ProgressBar
        label={`Kvar, ${name}`}
        max={hours.minutes}
        value={Math.max(0, hours.minutes - hours.usedMinutes)}
        className="mt-1 h-2 w-40 max-w-full"
      />
    </>
  )
}
