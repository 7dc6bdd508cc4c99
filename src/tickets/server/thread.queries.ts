import type { Actor, StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { notFound } from '#lib/server/app-error.ts'
import { type NewComment, type ThreadEntry, TICKET_NOT_FOUND, type TicketComment } from '../tickets.contract.ts'
import { deleteDraft } from './drafts.queries.ts'
import { notifyOfComment } from './notifications.queries.ts'
import { namesOf, type Person, personOf } from './people.queries.ts'

/** Comments and changes of a ticket, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function listThread(db: Db, ticketId: string): Promise<ThreadEntry[]> {
  await ticketScope(db, ticketId)
  const [comments, changes] = await Promise.all([
    db
      .selectFrom('ticketComments')
      .select(['id', 'createdAt', 'userId', 'byCustomer', 'isInternal', 'comment'])
      .where('ticketId', '=', ticketId)
      .execute(),
    db
      .selectFrom('ticketChanges')
      .select(['id', 'createdAt', 'userId', 'field', 'before', 'after', 'byComment'])
      .where('ticketId', '=', ticketId)
      .execute(),
  ])
  const assignees = changes.flatMap(({ field, before, after }) => (field === 'assignee' ? [before, after] : []))
  const names = await namesOf(db, [...[...comments, ...changes].map(({ userId }) => userId), ...assignees])
  const entries = [
    ...comments.map(({ userId, ...comment }) => ({
      kind: 'comment' as const,
      ...comment,
      author: personOf(names, userId),
    })),
    ...changes.map(({ userId, before, after, ...change }) => ({
      kind: 'change' as const,
      ...change,
      before: displayValue(change.field, before, names),
      after: displayValue(change.field, after, names),
      author: userId ? personOf(names, userId) : null,
    })),
  ]
  return entries.sort(byTime)
}

/** By time; a comment comes before the change that it caused in the same transaction. */
const byTime = (one: ThreadEntry, other: ThreadEntry) =>
  compare(sortable(one.createdAt), sortable(other.createdAt)) ||
  compare(other.kind, one.kind) ||
  compare(one.id, other.id)
/** PostgreSQL omits trailing zeros of fractional seconds; without padding the strings would not sort by time. */
const sortable = (instant: string) => {
  const [seconds, fraction = ''] = instant.slice(0, -1).split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}`
}
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const displayValue = (field: string, value: string | null, names: Map<string, Person>) =>
  field === 'assignee' && value ? personOf(names, value).fullName : value

/** Adds a comment by staff. Throws 404 for a ticket that the actor may not see. */
export async function createComment(
  db: Db,
  actor: StaffActor,
  ticketId: string,
  { comment, isInternal }: NewComment,
): Promise<TicketComment> {
  const { id, createdAt } = await addComment(db, actor, ticketId, { comment, isInternal })
  const author = { id: actor.userId, fullName: actor.fullName ?? actor.email }
  return { kind: 'comment', id, createdAt, author, byCustomer: false, isInternal, comment }
}

/** Stores a comment by staff or a customer, deletes the draft and enqueues mail for a public one. Throws 404 for a ticket that the actor may not see. */
export async function addComment(db: Db, actor: Actor, ticketId: string, { comment, isInternal }: NewComment) {
  const { orgId, customerId } = await ticketScope(db, ticketId)
  const stored = await db
    .insertInto('ticketComments')
    .values({ orgId, id: uuidv7(), customerId, ticketId, userId: actor.userId, comment, isInternal })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  await deleteDraft(db, actor, ticketId)
  if (!isInternal) await notifyOfComment(db, { orgId, commentId: stored.id })
  return stored
}

/** The organization and the customer of a ticket. Throws 404 for a ticket that the actor may not see. */
export async function ticketScope(db: Db, ticketId: string) {
  const scope = await db
    .selectFrom('tickets')
    .select(['orgId', 'customerId'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!scope) throw notFound(TICKET_NOT_FOUND)
  return scope
}
