// What a customer is told of when the answer comes.
import { answerDue } from '#features/tickets/answer-clock.rules.ts'
import { tellsMoment } from '#features/tickets/answer-moment.rules.ts'
import { loadAnswerClocks } from '#features/tickets/server/answer-clock.queries.ts'
import { findNoJourText } from '#features/tickets/server/no-jour.queries.ts'
import { isDone, priorities, type TicketPriority, type TicketStatus } from '#features/tickets/tickets.contract.ts'
import type { CustomerActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { PortalPromise } from '../portal.contract.ts'

type Awaited = {
  priority: TicketPriority
  status: TicketStatus
  mergedInto: string | null
  firstAnsweredAt: string | null
  promisedAt: string | null
}

/** When the first answer to a ticket was promised, while it is awaited. */
export function answerByOf(ticket: Awaited, now: Date): string | null {
  const { priority, status, mergedInto, firstAnsweredAt, promisedAt } = ticket
  const isAwaited = !isDone(status) && mergedInto === null && firstAnsweredAt === null
  return isAwaited && tellsMoment[priority] && promisedAt && new Date(promisedAt) > now ? promisedAt : null
}

/** The promise of a ticket that is written now, of each priority that has one. */
export async function getPortalPromise(db: Db, actor: CustomerActor, now: Date): Promise<PortalPromise> {
  const [clockOf, noJour] = await Promise.all([loadAnswerClocks(db, [actor]), findNoJourText(db, actor.orgId, now)])
  const clock = clockOf(actor)
  const told = priorities.filter((priority) => tellsMoment[priority])
  return {
    answerBy: Object.fromEntries(
      told.map((priority) => [priority, answerDue(clock, priority, now)?.toISOString() ?? null]),
    ),
    noJour: noJour ?? null,
  }
}
