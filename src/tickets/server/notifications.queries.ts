// Recipients of ticket mail are looked up when the mail is sent: a job holds ids only.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { enqueue } from '#lib/server/jobs.ts'

export const TICKET_MAIL = 'ticket-mail'

type MailEvent = { about: 'ticket' | 'comment' | 'status'; id: string }

const notify = (db: Db, orgId: string, { about, id }: MailEvent) => enqueue(db, TICKET_MAIL, { orgId, about, id })

/** Enqueues mail to staff about a ticket that a customer opened. It is sent after this transaction commits. */
export const notifyOfTicket = (db: Db, { orgId, ticketId }: { orgId: string; ticketId: string }) =>
  notify(db, orgId, { about: 'ticket', id: ticketId })

/** Enqueues mail about a public comment to all its recipients except the author. */
export const notifyOfComment = (db: Db, { orgId, commentId }: { orgId: string; commentId: string }) =>
  notify(db, orgId, { about: 'comment', id: commentId })

/** Enqueues mail to the customer when staff changed the status in this transaction; does nothing when it is unchanged. */
export async function notifyOfStatus(
  db: Db,
  { orgId, ticketId, changedBy }: { orgId: string; ticketId: string; changedBy: string },
) {
  const change = await db
    .selectFrom('ticketChanges')
    .select('id')
    .where((eb) => eb.and({ orgId, ticketId, userId: changedBy, field: 'status' }))
    .where('createdAt', '>=', sql<string>`now()`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (change) await notify(db, orgId, { about: 'status', id: change.id })
}
