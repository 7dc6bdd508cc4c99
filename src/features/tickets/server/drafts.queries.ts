import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/http/app-error.ts'
import { type SavedDraft, StoredDraft } from '../ticket-comments.contract.ts'
import { ticketScope } from './ticket-scope.queries.ts'

const noDraft: StoredDraft = { comment: '', isInternal: false, version: null, savedAt: null }

/** The user's draft of a comment; an empty text when there is none. Throws 404 for a ticket that the actor may not see. */
export async function getDraft(db: Db, actor: Actor, ticketId: string): Promise<StoredDraft> {
  await ticketScope(db, ticketId)
  return findDraft(db, actor, ticketId)
}

async function findDraft(db: Db, { userId }: Actor, ticketId: string): Promise<StoredDraft> {
  const draft = await db
    .selectFrom('ticketDrafts')
    .select(['comment', 'isInternal', 'version', 'savedAt'])
    .where('userId', '=', userId)
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return draft ?? noDraft
}

/**
 * Saves the user's draft; an empty text deletes it. Throws 404 for a ticket that the actor may not see, and 409 with the
 * stored draft when that is not the version that the save replaces.
 */
export async function saveDraft(db: Db, actor: Actor, ticketId: string, draft: SavedDraft): Promise<StoredDraft> {
  const { orgId } = await ticketScope(db, ticketId)
  if (draft.comment === '') return deleteVersion(db, actor, ticketId, draft.basedOn)
  const { comment, isInternal, basedOn, version = crypto.randomUUID() } = draft
  const saved = await db
    .insertInto('ticketDrafts')
    .values({ orgId, userId: actor.userId, ticketId, comment, isInternal, version })
    .onConflict((c) =>
      c
        .columns(['orgId', 'userId', 'ticketId'])
        .doUpdateSet({ comment, isInternal, version, savedAt: sql`now()` })
        .where((eb) =>
          eb.or([
            eb.val(basedOn === undefined),
            eb('ticketDrafts.version', '=', basedOn ?? null),
            eb.and([eb('ticketDrafts.comment', '=', comment), eb('ticketDrafts.isInternal', '=', isInternal)]),
          ]),
        ),
    )
    .returning(['comment', 'isInternal', 'version', 'savedAt'])
    .executeTakeFirst()
  if (!saved) throw conflict(StoredDraft, await findDraft(db, actor, ticketId))
  return saved
}

async function deleteVersion(db: Db, actor: Actor, ticketId: string, basedOn: string | null | undefined) {
  if (basedOn === undefined) {
    await deleteDraft(db, actor, ticketId)
    return noDraft
  }
  await db
    .deleteFrom('ticketDrafts')
    .where('userId', '=', actor.userId)
    .where('ticketId', '=', ticketId)
    .where('version', '=', basedOn)
    .execute()
  const other = await findDraft(db, actor, ticketId)
  if (other.version !== null) throw conflict(StoredDraft, other)
  return other
}

/** Deletes the user's draft of a comment on a ticket, if there is one. */
async function deleteDraft(db: Db, { userId }: Actor, ticketId: string) {
  await db.deleteFrom('ticketDrafts').where('userId', '=', userId).where('ticketId', '=', ticketId).execute()
}
