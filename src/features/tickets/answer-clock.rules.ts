// The answer clock: when a customer who waits for our word is to have it, and when a ticket is to be solved. Pure: the same
// history and calendar always give the same moments.
import {
  addWorkingDay,
  addWorkingMinutes,
  type OpeningCalendar,
  workingMinutesBetween,
} from '#features/company/working-time.rules.ts'
import { doneStatuses, type TicketPriority } from './tickets.contract.ts'

/** How long an answer may take: minutes at all hours, working minutes, or until the same time on the next working day. */
type AnswerTarget = { minutes: number; isAtAllHours: boolean } | 'nextWorkingDay'
export type AnswerTargets = Record<TicketPriority, AnswerTarget>

/** How soon something is answered: by its priority, or as a message of the contact form. */
export type Urgency = TicketPriority | 'message'

/** A message counts as arrived at the next opening, and is due one working day later (specification, Constants). */
const MESSAGE_TARGET: AnswerTarget = 'nextWorkingDay'

/**
 * What happened in a ticket. `storedAt` is later than `at` for mail, which was received before it was read. A word of the customer
 * in a finished ticket takes it up again: earlier words no longer wait for an answer.
 */
export type AnswerEvent = { at: Date; storedAt?: Date } & (
  | { kind: 'customerWrote' | 'weAnswered' | 'finished' | 'reopened' | 'takenUpByCustomer' }
  | { kind: 'prioritySet'; priority: Urgency }
)

/** A moment from which an answer is due, and how soon: the customer's first unanswered word, or a priority set since. */
export type Asked = { priority: Urgency; at: Date }

/** From the lowest priority: of several that were set at one instant the highest counts. */
const ranks: Record<Urgency, number> = { message: 0, low: 1, normal: 2, high: 3, urgent: 4 }

export type AnswerClock = { calendar: OpeningCalendar; targets: AnswerTargets }

/** When an answer is due to what is written at an instant; undefined while the company has no opening hours. */
export function answerDue({ calendar, targets }: AnswerClock, urgency: Urgency, at: Date): Date | undefined {
  const target = urgency === 'message' ? MESSAGE_TARGET : targets[urgency]
  if (target === 'nextWorkingDay') return addWorkingDay(calendar, at)
  if (target.isAtAllHours) return new Date(at.getTime() + target.minutes * 60_000)
  return addWorkingMinutes(calendar, at, target.minutes)
}

/**
 * When the answer that the customer waits for is due, undefined while they wait for none. The clock runs from their first
 * unanswered word until our next public one, and not while the ticket is resolved or closed. A higher priority asks for an answer
 * within its own target from when it was set; no priority makes the moment later.
 */
export const dueAnswer = (clock: AnswerClock, priority: Urgency, events: readonly AnswerEvent[]): Date | undefined =>
  dueOf(clock, askedBy(priority, events))

/** The earliest of the moments at which an answer is due. */
export const dueOf = (clock: AnswerClock, asked: readonly Asked[]): Date | undefined =>
  earliest(asked.map(({ priority, at }) => answerDue(clock, priority, at)))

const storedAtOf = ({ at, storedAt }: AnswerEvent) => (storedAt ?? at).getTime()
const latest = (moments: readonly number[]) => Math.max(Number.NEGATIVE_INFINITY, ...moments)

/**
 * The moments from which an answer is due: the customer's first word that was stored after our last one, and each priority set
 * since; none while the ticket is finished. Of one instant a priority applies to what is written with it, an answer ends the wait
 * for what was written before it, and what is finished and reopened is finished. `priority` is the first one.
 */
function askedBy(priority: Urgency, events: readonly AnswerEvent[]): Asked[] {
  const momentsOf = (...kinds: AnswerEvent['kind'][]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(storedAtOf)
  const finished = momentsOf('finished')
  if (latest(finished) >= latest([...momentsOf('reopened', 'takenUpByCustomer'), -Number.MAX_VALUE])) return []
  const takenUp = latest(momentsOf('takenUpByCustomer'))
  const answered = latest([...momentsOf('weAnswered'), ...finished.filter((moment) => moment < takenUp)])
  const words = events.filter((event) => event.kind === 'customerWrote' && storedAtOf(event) > answered)
  if (words.length === 0) return []
  const since = Math.min(...words.map(({ at }) => at.getTime()))
  const set = events
    .filter((event) => event.kind === 'prioritySet')
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || ranks[one.priority] - ranks[other.priority])
  const first = set.filter(({ at }) => at.getTime() <= since).at(-1)?.priority ?? priority
  const later = set.filter(({ at }) => at.getTime() > since)
  return [{ priority: first, at: new Date(since) }, ...later.map(({ priority, at }) => ({ priority, at }))]
}

/** The earlier of the promises: what was told moves earlier with a higher priority, and never later. */
export const earliest = (moments: readonly (Date | undefined)[]): Date | undefined =>
  moments.reduce((first, moment) => (first && (!moment || first <= moment) ? first : moment), undefined)

/** A wait for the customer, until now if it has no end. */
export type Hold = { from: Date; to: Date | undefined }

/** A row of the history of a ticket's status, of its waits for the customer, or of its merges. */
export type HoldChange = { field: 'status' | 'hold' | 'merged'; before: string | null; after: string | null; at: Date }

/**
 * The waits for the customer in a history, in its order. A ticket that is resolved, closed or merged waits no longer; one that is
 * separated may wait again without a row, until the row that ends it.
 */
export function holdsOf(changes: readonly HoldChange[], onHoldSince: Date | undefined): Hold[] {
  const holds: Hold[] = []
  let [from, separatedAt]: (Date | undefined)[] = []
  for (const { field, before, after, at } of changes) {
    const begins = field === 'hold' && after !== null
    const ends = field === 'hold' ? after === null : after !== null && (field === 'merged' || isFinished(after))
    if (begins) from ??= at
    if (field === 'hold' && after === null) from ??= separatedAt
    if (ends && from) holds.push({ from, to: at })
    if (ends) from = undefined
    if (field === 'merged') separatedAt = before === null ? undefined : at
    else if (field === 'hold') separatedAt = undefined
  }
  if (onHoldSince) holds.push({ from: from ?? separatedAt ?? onHoldSince, to: undefined })
  return holds
}

const isFinished = (status: string) => doneStatuses.some((done) => done === status)

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
