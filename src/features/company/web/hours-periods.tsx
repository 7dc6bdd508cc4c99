import { useQuery } from '@tanstack/react-query'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type HoursPeriod, hoursPeriods, lineText } from '../hours-periods.rules.ts'
import { type DayChoice, dayChoiceDays, dayChoiceLabels, hoursInLines, type WeekHours } from '../opening-hours.rules.ts'
import { hoursQuery } from './company.api.ts'

/** The opening hours of each period, the last one first; nothing while there has been only one. */
export function HoursPeriods() {
  const query = useQuery(hoursQuery)
  if (query.isError && !query.data) return <QueryError title="Kunde inte hämta öppettidernas datum" query={query} />
  const periods = query.data ? hoursPeriods(query.data) : []
  if (periods.length < 2) return null
  const hasSameEves = new Set(periods.map(({ hours }) => evesText(hours))).size === 1
  const today = todayInStockholm()
  return (
    <section aria-label="Öppettider och när de gäller" className="sm:col-span-2">
      <p className="font-medium text-sm">Öppettider och när de gäller</p>
      <ul className="mt-1 divide-y divide-line">
        {periods.reverse().map((period) => (
          <li key={period.from ?? ''} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[18rem_1fr]">
            <span className="flex flex-wrap items-baseline gap-2 tabular-nums">
              {datesText(period)} {isOn(period, today) && <Badge variant="secondary">Gäller nu</Badge>}
            </span>
            <span className="text-ink-soft">
              {weekText(period.hours)}
              {!hasSameEves && `. ${evesText(period.hours)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isOn = ({ from, until }: HoursPeriod, date: string) =>
  (from === undefined || from <= date) && (until === undefined || date < until)

/** 'Från 2026-12-01', '2025-01-01–2026-11-30' or 'Till och med 2024-12-31'. */
function datesText({ from, until }: HoursPeriod): string {
  if (until === undefined) return `Från ${from}`
  const last = addDays(until, -1)
  return from === undefined ? `Till och med ${last}` : `${from}–${last}`
}

/** 'Måndag–torsdag 08:00–17:00. Fredag 08:00–15:00' */
const weekText = (hours: WeekHours): string => hoursInLines(hours).map(lineText).join('. ')

/** 'Midsommarafton, julafton och nyårsafton: stängt. …' */
function evesText(hours: WeekHours): string {
  const choiceText = (choice: DayChoice) =>
    choice === 'half' ? `stänger ${hours.halfDayCloses}` : dayChoiceLabels[choice].toLocaleLowerCase('sv-SE')
  return [
    `${dayChoiceDays.eves}: ${choiceText(hours.eves)}`,
    `${dayChoiceDays.halfDays}: ${choiceText(hours.halfDays)}`,
  ].join('. ')
}
