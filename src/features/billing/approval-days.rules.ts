// The working days on which a sent invoice basis waits for the customer (docs/decisions/128).
import { type DayHours, workingDaysSince } from '#features/company/opening-hours.rules.ts'
import { addDays } from '#shared/dates.rules.ts'

/** A company that is closed for so long has no working day to count to. */
const LONGEST_WAIT_DAYS = 366

/**
 * The day on which a basis counts as approved: the first working day after `days` whole ones have passed since it was sent.
 * Undefined when the calendar has too few of them.
 */
export function silentApprovalDay(
  sentOn: string,
  days: number,
  calendar: (date: string) => DayHours,
): string | undefined {
  for (let waited = 1; waited <= LONGEST_WAIT_DAYS; waited++) {
    const day = addDays(sentOn, waited)
    if (workingDaysSince(sentOn, day, calendar) > days) return day
  }
  return undefined
}
