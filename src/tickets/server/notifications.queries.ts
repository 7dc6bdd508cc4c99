// Recipients of ticket mail are looked up when the mail is sent: a job holds ids only.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { enqueue } from '#lib/server/jobs.ts'

export const TICKET_MAIL = 'ticket-mail'

type About = { about: 'ticket' | 'comment' | 'status'; id: string }

const notify = (db: Db, orgId: string, { about, id }: About) => enqueue(db, TICKET_MAIL, { orgId, about, id })

/** A customer opened a ticket: its staff get a mail once this transaction is committed. */
export const notifyOfTicket = (db: Db, { orgId, ticketId }: { orgId: string; ticketId: string }) =>
  notify(db, orgId, { about: 'ticket', id: ticketId })

/** Somebody wrote a public comment: everybody it concerns but the author gets a mail. */
export const notifyOfComment = (db: Db, { orgId, commentId }: { orgId: string; commentId: string }) =>
  notify(db, orgId, { about: 'comment', id: commentId })

/** Staff changed the status in this transaction: the customer gets a mail. Nothing when the status stayed as it was. */
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
