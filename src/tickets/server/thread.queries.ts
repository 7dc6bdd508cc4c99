import type { Actor, StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import type { NewComment, TicketComment } from '../tickets.contract.ts'
import { deleteDraft } from './drafts.queries.ts'
import { notifyOfComment } from './notifications.queries.ts'
import { ticketScope } from './ticket-scope.queries.ts'

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
