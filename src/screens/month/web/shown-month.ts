import { MONTHS_SHOWN } from '#features/time/time.contract.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'

/** The months to choose from. */
export const monthsShown = () => latestMonths(todayInStockholm(), MONTHS_SHOWN)

/** The month that an address shows: by default the last whole one, which is the one to bill. */
export function shownMonth(params: URLSearchParams): string {
  const months = monthsShown()
  return months.find((month) => month === params.get('month')) ?? months[1] ?? ''
}
