import { addDays, latestMonths, spanOfMonth } from '#lib/dates.rules.ts'

type Period = { from: string; to: string }

/** The whole month that lies this many months back from a day; 0 is the day's own. */
export function monthBack(today: string, months: number): Period {
  const month = latestMonths(today, months + 1).at(-1) ?? ''
  const { from, before } = spanOfMonth(month)
  return { from, to: addDays(before, -1) }
}

/** '2026-11-01 – 2026-11-30' */
export const periodOf = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) =>
  `${periodFrom} – ${periodTo}`
