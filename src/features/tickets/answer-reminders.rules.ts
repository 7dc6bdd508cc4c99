// When staff are reminded of an answer that is due: once most of the time has passed, and once all of it has.
import {
  addWorkingMinutes,
  nextOpenInstant,
  type OpeningCalendar,
  workingMinutesBetween,
} from '#features/company/working-time.rules.ts'
import type { AnswerTargets } from './answer-clock.rules.ts'
import type { TicketPriority } from './tickets.contract.ts'

/** The part of the time for an answer after which staff are reminded. */
const REMINDED_AFTER = 0.75

export type DueAnswer = {
  calendar: OpeningCalendar
  /** The time is counted at all hours, as for urgent matters of a company with an emergency number. */
  isAtAllHours: boolean
}

export const isAtAllHours = (target: AnswerTargets[TicketPriority]) =>
  target !== 'nextWorkingDay' && target.isAtAllHours

/**
 * When three quarters of the time between the customer's first unanswered word and when the answer is due have passed, counted
 * as the time itself: in working minutes, or at all hours. Never later than `dueAt`.
 */
export function soonMoment({ calendar, isAtAllHours }: DueAnswer, askedAt: Date, dueAt: Date): Date {
  if (dueAt <= askedAt) return dueAt
  if (isAtAllHours) return new Date(askedAt.getTime() + (dueAt.getTime() - askedAt.getTime()) * REMINDED_AFTER)
  const minutes = workingMinutesBetween(calendar, askedAt, dueAt) * REMINDED_AFTER
  const moment = addWorkingMinutes(calendar, askedAt, minutes)
  return moment && moment < dueAt ? moment : dueAt
}

/** Whether staff may be reminded now: while the company is open, and of what is counted at all hours always. */
export const mayRemind = ({ calendar, isAtAllHours }: DueAnswer, now: Date): boolean =>
  isAtAllHours || nextOpenInstant(calendar, now)?.getTime() === now.getTime()
