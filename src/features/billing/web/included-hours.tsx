import { formatMonth } from '#shared/month-names.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import { ProgressBar } from '#shared/ui/progress-bar.tsx'
import { reached } from '../drawing.rules.ts'

const notes = { 0: undefined, 80: 'snart slut', 100: 'alla är använda' } as const

type Props = { minutes: number; used: number; month: string }

/** How much of a month's included hours is used, as a bar and as text. */
export function IncludedHours({ minutes, used, month }: Props) {
  const note = notes[reached(used, minutes)]
  return (
    <div className="grid gap-2">
      <p>
        {`${formatHours(used)} av ${formatHours(minutes)} tim använda i ${formatMonth(month)}`}
        {note && <span className="font-medium text-accent-ink"> – {note}</span>}
      </p>
      <ProgressBar label="Timmar som ingår" max={minutes} value={used} className="h-2 w-40" />
    </div>
  )
}
