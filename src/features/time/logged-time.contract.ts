import { TimeEntry } from './time.contract.ts'

/** What is shown about time that was logged with an answer. */
export const LoggedTime = TimeEntry.pick({
  workDate: true,
  timeFrom: true,
  timeTo: true,
  fromIsFirst: true,
  toIsFirst: true,
  isPlaced: true,
  minutes: true,
})
