import type { Hours } from '../opening-hours.rules.ts'

/** Monday to Friday from 08:00 to 17:00, closed on eves, open on half days, since always. */
export const weekdayHours: Hours = {
  opens: '08:00',
  closes: '17:00',
  dayHours: null,
  closedDays: null,
  eves: 'closed',
  halfDays: 'open',
  halfDayCloses: '12:00',
  formerHours: [],
}
