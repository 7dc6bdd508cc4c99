import { addDays, latestMonths, spanOfMonth } from '#lib/dates.rules.ts'

/** The address of a report. */
export const reportPath = (id: string): string => `/backoffice/reports?report=${id}`

type Period = { from: string; to: string }

/** The calendar month a number of months before a date; 0 is the date's month. */
export function monthBack(today: string, months: number): Period {
  const month = latestMonths(today, months + 1).at(-1) ?? ''
  const { from, before } = spanOfMonth(month)
  return { from, to: addDays(before, -1) }
}

/** The period for display: '2026-11-01 – 2026-11-30'. */
export const periodOf = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) =>
  `${periodFrom} – ${periodTo}`
