import { addDays } from '#shared/dates.rules.ts'
import { eveOn, holidayOn } from '#shared/holidays.rules.ts'

/** A day of full-time work. */
const WORK_DAY_MINUTES = 8 * 60
const WEEK_DAYS = 7
const WORK_DAYS = 5

/** The name of a public holiday or of one of the three eves. */
export const dayOff = (date: string) => holidayOn(date) ?? eveOn(date)

/** Eight hours from Monday to Friday, nothing on days off. */
export const expectedOn = (date: string, index: number) => (index < WORK_DAYS && !dayOff(date) ? WORK_DAY_MINUTES : 0)

const weekFrom = (monday: string, minutesOn: (date: string) => number) =>
  Array.from({ length: WEEK_DAYS }, (_, index) => {
    const date = addDays(monday, index)
    return { date, minutes: minutesOn(date), expectedMinutes: expectedOn(date, index) }
  })

/** The week from `monday`, and the sums of the previous week. */
export function ownWeek(monday: string, minutesOn: (date: string) => number) {
  const before = weekFrom(addDays(monday, -WEEK_DAYS), minutesOn)
  const sum = (of: 'minutes' | 'expectedMinutes') => before.reduce((total, day) => total + day[of], 0)
  return {
    days: weekFrom(monday, minutesOn),
    lastWeek: { minutes: sum('minutes'), expectedMinutes: sum('expectedMinutes') },
  }
}
