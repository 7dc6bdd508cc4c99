import type { Actor, StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { notFound } from '#lib/server/app-error.ts'
import { type NewComment, type ThreadEntry, TICKET_NOT_FOUND, type TicketComment } from '../tickets.contract.ts'
import { forgetDraft } from './drafts.queries.ts'
import { notifyOfComment } from './notifications.queries.ts'
import { namesOf, type Person, personOf } from './people.queries.ts'

/** Comments and changes of a ticket, oldest first. Throws 404 for nobody's ticket. */
export async function listThread(db: Db, ticketId: string): Promise<ThreadEntry[]> {
  await whereTicketIs(db, ticketId)
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
      before: told(change.field, before, names),
      after: told(change.field, after, names),
      author: userId ? personOf(names, userId) : null,
    })),
  ]
  return entries.sort(byTime)
}

/** A comment stands before what it brought about. */
const byTime = (one: ThreadEntry, other: ThreadEntry) =>
  compare(sortable(one.createdAt), sortable(other.createdAt)) ||
  compare(other.kind, one.kind) ||
  compare(one.id, other.id)
/** PostgreSQL leaves zeros at the end of a second's fraction out. */
const sortable = (instant: string) => {
  const [seconds, fraction = ''] = instant.slice(0, -1).split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}`
}
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const told = (field: string, value: string | null, names: Map<string, Person>) =>
  field === 'assignee' && value ? personOf(names, value).fullName : value

/** Comments a ticket as staff. Throws 404 for nobody's ticket. */
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

/** Stores a comment of staff or a customer and forgets the draft; of a public one mail is sent. Throws 404 for nobody's ticket. */
export async function addComment(db: Db, actor: Actor, ticketId: string, { comment, isInternal }: NewComment) {
  const { orgId, customerId } = await whereTicketIs(db, ticketId)
  const stored = await db
    .insertInto('ticketComments')
    .values({ orgId, id: uuidv7(), customerId, ticketId, userId: actor.userId, comment, isInternal })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  await forgetDraft(db, actor, ticketId)
  if (!isInternal) await notifyOfComment(db, { orgId, commentId: stored.id })
  return stored
}

/** The organization and the customer of a ticket the actor may see. Throws 404 otherwise. */
export async function whereTicketIs(db: Db, ticketId: string) {
  const place = await db
    .selectFrom('tickets')
    .select(['orgId', 'customerId'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!place) throw notFound(TICKET_NOT_FOUND)
  return place
}
