// The answer clock: when a customer who waits for our word is to have it, and when a ticket is to be solved. Pure: the same
// history and calendar always give the same moments.
import {
  addWorkingDay,
  addWorkingMinutes,
  type OpeningCalendar,
  workingMinutesBetween,
} from '#features/company/working-time.rules.ts'
import type { TicketPriority } from './tickets.contract.ts'

/** How long an answer may take: minutes at all hours, working minutes, or until the same time on the next working day. */
type AnswerTarget = { minutes: number; isAtAllHours: boolean } | 'nextWorkingDay'
export type AnswerTargets = Record<TicketPriority, AnswerTarget>

export type AnswerEvent = { at: Date } & (
  | { kind: 'customerWrote' | 'weAnswered' | 'finished' | 'reopened' }
  | { kind: 'prioritySet'; priority: TicketPriority }
)

/**
 * Events of one instant count in this order: a priority applies to what is written with it, an answer ends the wait for
 * what was written before it, and what is both answered and resolved is answered.
 */
const order: AnswerEvent['kind'][] = ['prioritySet', 'reopened', 'customerWrote', 'weAnswered', 'finished']

const inOrder = (events: readonly AnswerEvent[]) =>
  events.toSorted(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      order.indexOf(one.kind) - order.indexOf(other.kind) ||
      rankOf(one) - rankOf(other),
  )

/** From the lowest priority: of several that were set at one instant the highest counts. */
const ranks: Record<TicketPriority, number> = { low: 0, normal: 1, high: 2, urgent: 3 }
const rankOf = (event: AnswerEvent) => (event.kind === 'prioritySet' ? ranks[event.priority] : 0)

export type AnswerClock = { calendar: OpeningCalendar; targets: AnswerTargets }

/** When an answer is due to what is written at an instant; undefined while the company has no opening hours. */
export function answerDue({ calendar, targets }: AnswerClock, priority: TicketPriority, at: Date): Date | undefined {
  const target = targets[priority]
  if (target === 'nextWorkingDay') return addWorkingDay(calendar, at)
  if (target.isAtAllHours) return new Date(at.getTime() + target.minutes * 60_000)
  return addWorkingMinutes(calendar, at, target.minutes)
}

/**
 * When the answer that the customer waits for is due, undefined while they wait for none. The clock runs from their first
 * unanswered word until our next public one, and not while the ticket is resolved or closed. A higher priority asks for an answer
 * within its own target from when it was set; no priority makes the moment later.
 */
export function dueAnswer(
  clock: AnswerClock,
  priority: TicketPriority,
  events: readonly AnswerEvent[],
): Date | undefined {
  let current = priority
  let isFinished = false
  /** The moments of the customer's first unanswered word and of the priorities set since then, by priority. */
  let asked: { priority: TicketPriority; at: Date }[] = []
  for (const event of inOrder(events)) {
    if (event.kind === 'prioritySet') {
      current = event.priority
      if (asked.length > 0) asked.push({ priority: current, at: event.at })
    } else if (event.kind === 'customerWrote') {
      if (asked.length === 0) asked = [{ priority: current, at: event.at }]
    } else if (event.kind === 'weAnswered') asked = []
    else isFinished = event.kind === 'finished'
  }
  if (isFinished) return undefined
  return earliest(asked.map((one) => answerDue(clock, one.priority, one.at)))
}

/** The earlier of the promises: what was told moves earlier with a higher priority, and never later. */
const earliest = (moments: readonly (Date | undefined)[]): Date | undefined =>
  moments.reduce((first, moment) => (first && (!moment || first <= moment) ? first : moment), undefined)

/** A wait for the customer, until now if it has no end. */
export type Hold = { from: Date; to: Date | undefined }

/**
 * When a ticket that arrived at an instant is to be solved: after a number of working minutes, in which waits for the customer
 * do not count. Undefined during such a wait. `holds` do not overlap.
 */
export function dueSolution(
  calendar: OpeningCalendar,
  arrivedAt: Date,
  minutes: number,
  holds: readonly Hold[],
): Date | undefined {
  let [from, left] = [arrivedAt, minutes]
  for (const hold of holds.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const worked = workingMinutesBetween(calendar, from, hold.from)
    if (worked >= left) break
    if (!hold.to) return undefined
    from = hold.to
    left -= worked
  }
  return addWorkingMinutes(calendar, from, left)
}

export type FirstAnswer = 'kept' | 'missed' | 'open' | 'uncounted'

/** What became of a first answer that was promised. A ticket that was finished without one counts only if the moment had passed. */
export function firstAnswer(
  promisedAt: Date,
  { answeredAt, finishedAt }: { answeredAt: Date | undefined; finishedAt: Date | undefined },
  now: Date,
): FirstAnswer {
  if (answeredAt && (!finishedAt || answeredAt <= finishedAt)) return answeredAt <= promisedAt ? 'kept' : 'missed'
  if ((finishedAt ?? now) > promisedAt) return 'missed'
  return finishedAt ? 'uncounted' : 'open'
}
