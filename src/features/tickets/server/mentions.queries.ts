import { listStaffNames } from '#features/users/server/users.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { mentionedIn } from '../mentions.rules.ts'
import { notifyOfMention } from './notifications.queries.ts'

type Written = { ticketId: string; commentId: string; comment: string }

/**
 * Stores whom an internal comment mentions, and enqueues their mail: those with the given ids who are active staff and whose
 * names are in the text. Returns the names.
 */
export async function mentionStaff(db: Db, actor: StaffActor, written: Written, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { ticketId, commentId, comment } = written
  const orgId = organizationOf(actor)
  const named = (await listStaffNames(db)).filter(({ id, isActive }) => isActive && ids.includes(id))
  const rows = mentionedIn(comment, named).map(({ id, fullName }) => ({
    orgId,
    id: uuidv7(),
    ticketId,
    commentId,
    userId: id,
    name: fullName,
    mentionedBy: actor.userId,
  }))
  if (rows.length === 0) return []
  await db.insertInto('commentMentions').values(rows).execute()
  await Promise.all(rows.map(({ id }) => notifyOfMention(db, { orgId, id })))
  return [...new Set(rows.map(({ name }) => name))].toSorted()
}
