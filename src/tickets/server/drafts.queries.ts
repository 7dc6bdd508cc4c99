import { sql } from 'kysely'
import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import type { Draft } from '../tickets.contract.ts'
import { ticketScope } from './ticket-scope.queries.ts'

/** The user's draft of a comment; an empty text when there is none. Throws 404 for a ticket that the actor may not see. */
export async function getDraft(db: Db, { userId }: Actor, ticketId: string): Promise<Draft> {
  await ticketScope(db, ticketId)
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
  const { orgId } = await ticketScope(db, ticketId)
  if (comment === '') return deleteDraft(db, actor, ticketId)
  await db
    .insertInto('ticketDrafts')
    .values({ orgId, userId: actor.userId, ticketId, comment, isInternal })
    .onConflict((c) =>
      c.columns(['orgId', 'userId', 'ticketId']).doUpdateSet({ comment, isInternal, savedAt: sql`now()` }),
    )
    .execute()
}

/** Deletes the user's draft of a comment on a ticket, if there is one. */
export async function deleteDraft(db: Db, { userId }: Actor, ticketId: string) {
  await db.deleteFrom('ticketDrafts').where('userId', '=', userId).where('ticketId', '=', ticketId).execute()
}
