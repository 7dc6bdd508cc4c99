// The periods of opening hours as people read them: those that applied, apply and are to come.
import { monthNames } from '#shared/month-names.rules.ts'
import {
  type Hours,
  type HoursLine,
  hoursInLines,
  intervalsText,
  type WeekHours,
  weekHoursFields,
} from './opening-hours.rules.ts'

/** Dates: `from` is the first day of the hours, undefined for the first period, `until` the first day of the next. */
export type HoursPeriod = { from: string | undefined; until: string | undefined; hours: WeekHours }

const isSame = (one: WeekHours, other: WeekHours) => weekHoursFields.every((field) => one[field] === other[field])

/** All periods in the order of time; consecutive ones with the same hours are one. */
export function hoursPeriods({ formerHours, ...last }: Hours): HoursPeriod[] {
  const periods: HoursPeriod[] = []
  for (const { until, ...hours } of [...formerHours, { ...last, until: undefined }]) {
    const before = periods.at(-1)
    if (before && isSame(before.hours, hours)) before.until = until
    else periods.push({ from: before?.until, until, hours })
  }
  return periods
}

/** 'Måndag–torsdag 08:00–17:00' */
export const lineText = ({ days, intervals }: HoursLine) => `${days} ${intervalsText(intervals)}`

export type HoursToCome = { from: string; lines: HoursLine[] }

/** The changes of the week after a date, as 'Från 1 december' and the new lines. Eves and half days alone are no such change. */
export function hoursToCome(hours: Hours, today: string): HoursToCome[] {
  const periods = hoursPeriods(hours).map(({ from, hours: week }) => ({ from, lines: hoursInLines(week) }))
  return periods.flatMap(({ from, lines }, at) => {
    const before = periods[at - 1]?.lines ?? []
    const isChanged = lines.map(lineText).join() !== before.map(lineText).join()
    return from && from > today && isChanged ? [{ from: `Från ${dayText(from, today)}`, lines }] : []
  })
}

/** '1 december', with the year if it is not that of `today`. */
function dayText(date: string, today: string): string {
  const [year, month, day] = date.split('-').map(Number)
  const text = `${day} ${monthNames[(month ?? 1) - 1]}`
  return date.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${year}`
}
