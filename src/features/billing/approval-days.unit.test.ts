import { expect, test } from 'vitest'
import { calendarOf, type Hours } from '#features/company/opening-hours.rules.ts'
import { silentApprovalDay } from './approval-days.rules.ts'

const hours: Hours = {
  opens: '08:00',
  closes: '17:00',
  dayHours: null,
  closedDays: null,
  eves: 'closed',
  halfDays: 'half',
  halfDayCloses: '12:00',
  formerHours: [],
}
const calendar = calendarOf(hours)

test('the customer has whole working days, and it counts as approved on the next one', () => {
  // Monday; Tuesday to Thursday are three days.
  expect(silentApprovalDay('2026-11-02', 3, calendar)).toBe('2026-11-06')
  expect(silentApprovalDay('2026-11-02', 4, calendar)).toBe('2026-11-09')
})

test('weekends, holidays, eves and the company’s own closed days do not count', () => {
  expect(silentApprovalDay('2026-11-07', 1, calendar)).toBe('2026-11-10')
  // Of 24 December to 1 January only 28–30 December are open.
  expect(silentApprovalDay('2026-12-23', 3, calendar)).toBe('2027-01-04')
  const closed = calendarOf({ ...hours, closedDays: '2026-12-28–2026-12-30: Mellandagar' })
  expect(silentApprovalDay('2026-12-23', 3, closed)).toBe('2027-01-08')
})

test('a company that is never open approves nothing by silence', () => {
  const never = calendarOf({
    ...hours,
    dayHours: 'Måndag: stängt\nTisdag: stängt\nOnsdag: stängt\nTorsdag: stängt\nFredag: stängt',
  })
  expect(silentApprovalDay('2026-11-02', 1, never)).toBeUndefined()
})
