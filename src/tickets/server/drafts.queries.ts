import { sql } from 'kysely'
import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/server/app-error.ts'
import { type Draft, TICKET_NOT_FOUND } from '../tickets.contract.ts'

/** The user's draft of a comment on a ticket; an empty text when there is none. */
export async function getDraft(db: Db, { userId }: Actor, ticketId: string): Promise<Draft> {
  const draft = await db
    .selectFrom('ticketDrafts')
    .select(['comment', 'isInternal'])
    .where('userId', '=', userId)
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return draft ?? { comment: '', isInternal: false }
}

/** Saves the user's draft; an empty text deletes it. Throws 404 for a ticket that the actor may not see. */
export async function saveDraft(db: Db, actor: Actor, ticketId: string, { comment, isInternal }: Draft) {
  const ticket = await db.selectFrom('tickets').select('orgId').where('id', '=', ticketId).executeTakeFirst()
  if (!ticket) throw notFound(TICKET_NOT_FOUND)
  if (comment === '') return deleteDraft(db, actor, ticketId)
  await db
    .insertInto('ticketDrafts')
    .values({ orgId: ticket.orgId, userId: actor.userId, ticketId, comment, isInternal })
    .onConflict((c) =>
      c.columns(['orgId', 'userId', 'ticketId']).doUpdateSet({ comment, isInternal, savedAt: sql`now()` }),
    )
    .execute()
}

export async function deleteDraft(db: Db, { userId }: Actor, ticketId: string) {
  await db.deleteFrom('ticketDrafts').where('userId', '=', userId).where('ticketId', '=', ticketId).execute()
}
