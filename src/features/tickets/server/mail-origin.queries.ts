// Finds the mail of a ticket by its Message-ID, which is not stored but computed from ticket, event and recipient.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { type MailEvent, threadEventOf } from './notifications.queries.ts'

/** How many comments and changes of a ticket are compared, newest first. */
const COMPARED_MAX = 500

/** `authorId`: the author of what the mail was about; null if not found. */
export type MailOrigin = {
  ticketId: string
  commentId: string | null
  /** The change of a visit. */
  visitChangeId: string | null
  authorId: string | null
  assignedTo: string | null
}

type Returned = { orgId: string; ticketId: string; messageId: string; address: string }

/** Requires the jobs' role. Undefined for a ticket that the organization does not have. */
export async function findMailOrigin(
  db: Db,
  threads: MailThreads,
  returned: Returned,
): Promise<MailOrigin | undefined> {
  const { orgId, ticketId } = returned
  const ticket = await db
    .selectFrom('tickets')
    .select(['customerId', 'assignedTo'])
    .where((eb) => eb.and({ orgId, id: ticketId }))
    .executeTakeFirst()
  if (!ticket) return undefined
  const { customerId, assignedTo } = ticket
  const recipients = await listIdsOf(db, { ...returned, customerId })
  const messageId = returned.messageId.trim().toLowerCase()
  const isOf = (event: MailEvent) =>
    recipients.some((recipient) => {
      const mail = { event: threadEventOf(event, recipient), to: returned.address }
      return threads.messageIdOf({ about: 'ticket', id: ticketId }, mail) === messageId
    })
  const comment = (await listComments(db, orgId, ticketId)).find(
    ({ id }) => isOf({ about: 'comment', id }) || isOf({ about: 'solution', id }),
  )
  if (comment) return { ticketId, commentId: comment.id, visitChangeId: null, authorId: comment.userId, assignedTo }
  const change = (await listMailedChanges(db, orgId, ticketId)).find(({ id, field }) => isOf({ about: field, id }))
  const visitChangeId = change?.field === 'visit' ? change.id : null
  return { ticketId, commentId: null, visitChangeId, authorId: change?.userId ?? null, assignedTo }
}

/** The ids of the login, the contacts, the customer and the recipients of visits that may have the address. */
async function listIdsOf(db: Db, { orgId, customerId, address }: Returned & { customerId: string }) {
  const logins = await db.selectFrom('auth.users').select('id').where('email', '=', address.toLowerCase()).execute()
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where((eb) => eb.and({ orgId, customerId }))
    .where(sql<string>`lower(email)`, '=', address.toLowerCase())
    .execute()
  const ofVisits = await db
    .selectFrom('visitRecipients')
    .select('id')
    .where((eb) => eb.and({ orgId, address: address.toLowerCase() }))
    .execute()
  return [...[...logins, ...contacts, ...ofVisits].map(({ id }) => id), customerId]
}

const listComments = (db: Db, orgId: string, ticketId: string) =>
  db
    .selectFrom('ticketComments')
    .select(['id', 'userId'])
    .where((eb) => eb.and({ orgId, isInternal: false }))
    .where((eb) => eb.or([eb('ticketId', '=', ticketId), eb('fromTicketId', '=', ticketId)]))
    .orderBy('createdAt', 'desc')
    .limit(COMPARED_MAX)
    .execute()

const listMailedChanges = (db: Db, orgId: string, ticketId: string) =>
  db
    .selectFrom('ticketChanges')
    .select(['id', 'userId', 'field'])
    .where((eb) => eb.and({ orgId, ticketId }))
    .where('field', 'in', ['status', 'visit'])
    .$narrowType<{ field: 'status' | 'visit' }>()
    .orderBy('createdAt', 'desc')
    .limit(COMPARED_MAX)
    .execute()
