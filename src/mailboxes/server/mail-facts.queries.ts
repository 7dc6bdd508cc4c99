// What the database knows of a mail's sender and of what it answers. The queries run in the role of the jobs.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { MailThreads } from '#lib/server/mail-threads.ts'
import type { AnsweredTicket, KnownSender } from '../mail-route.rules.ts'
import { ticketNumberIn } from '../mail-text.rules.ts'
import { TICKETS_PER_SENDER_AND_HOUR } from '../mailboxes.contract.ts'
import type { IncomingMail } from './reading/mail.ts'

/** An active member of staff with this address. */
export async function findStaff(db: Db, orgId: string, address: string): Promise<string | null> {
  const staff = await db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select('user.id')
    .where('userRoles.orgId', '=', orgId)
    .where('user.disabledAt', 'is', null)
    .where('user.email', '=', address)
    .executeTakeFirst()
  return staff?.id ?? null
}

/** The contacts that have this address, or a login with it (`senders_known`, migration 0054). */
export async function listKnownSenders(db: Db, orgId: string, address: string): Promise<KnownSender[]> {
  const { rows } = await sql<KnownSender>`
    select customer_id, contact_id, user_id, sees_company from senders_known(${orgId}, ${address})`.execute(db)
  return rows
}

type Answered = { ticket: AnsweredTicket | null; enquiry: { id: string; email: string } | null }

/**
 * The ticket or enquiry of the organization that the mail answers: by our Message-ID, else by the tag of the address that it
 * was sent to, else by the number in the subject.
 */
export async function findAnswered(
  db: Db,
  { orgId, threads }: { orgId: string; threads: MailThreads },
  mail: IncomingMail,
): Promise<Answered> {
  const named = mail.answers.flatMap((id) => threads.find(id) ?? [])
  const idOf = (about: 'ticket' | 'enquiry') => named.find((thread) => thread.about === about)?.id
  const tag = tagOf(mail, threads, orgId)
  const ticket =
    (await findTicket(db, orgId, { id: idOf('ticket') })) ??
    (await findTicket(db, orgId, { number: tag === undefined ? undefined : Number(tag) })) ??
    (await findTicket(db, orgId, { number: ticketNumberIn(mail.fullSubject) }))
  const enquiryId = idOf('enquiry')
  const enquiry = enquiryId
    ? await db
        .selectFrom('enquiries')
        .select(['id', 'email'])
        .where((eb) => eb.and({ orgId, id: enquiryId }))
        .executeTakeFirst()
    : undefined
  return { ticket: ticket ?? null, enquiry: enquiry ?? null }
}

/** The tag for `of` in one of the addresses that the mail was sent to. */
export function tagOf({ to, cc, headers }: IncomingMail, threads: MailThreads, of: string): string | undefined {
  const delivered = headers
    .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
    .map(({ value }) => value)
  const addresses = [...[...to, ...cc].map(({ address }) => address), ...delivered]
  return addresses.map((address) => threads.tagIn(address, of)).find((tag) => tag !== undefined)
}

async function findTicket(
  db: Db,
  orgId: string,
  { id, number }: { id?: string | undefined; number?: number | undefined },
) {
  if (id === undefined && number === undefined) return undefined
  const ticket = await db
    .selectFrom('tickets')
    .select(['id', 'customerId', 'reportedBy'])
    .where('orgId', '=', orgId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(number !== undefined, (query) => query.where('ticketNumber', '=', number ?? 0))
    .executeTakeFirst()
  if (!ticket) return undefined
  const watchers = await db
    .selectFrom('ticketWatchers')
    .select('contactId')
    .where((eb) => eb.and({ orgId, ticketId: ticket.id }))
    .execute()
  const contactIds = [ticket.reportedBy, ...watchers.map(({ contactId }) => contactId)].filter((one) => one !== null)
  return { id: ticket.id, customerId: ticket.customerId, contactIds }
}

/** Whether the sender has opened as many tickets within an hour as allowed. */
export async function hasOpenedTooMany(db: Db, orgId: string, address: string): Promise<boolean> {
  const { opened } = await db
    .selectFrom('mailMessages')
    .select((eb) => eb.fn.countAll<number>().as('opened'))
    .where((eb) => eb.and({ orgId, fromAddress: address, fate: 'ticket' }))
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (opened >= TICKETS_PER_SENDER_AND_HOUR) return true
  // Together with those that the same person opened in the portal.
  const counted = await db
    .selectFrom('portalCounts')
    .select('contactId')
    .where('orgId', '=', orgId)
    .where('counted', '=', 'tickets')
    .where('count', '>=', TICKETS_PER_SENDER_AND_HOUR)
    .where('since', '>', sql<string>`now() - interval '1 hour'`)
    .where('contactId', 'in', sql<string>`(select contact_id from senders_known(${orgId}, ${address}))`)
    .executeTakeFirst()
  return counted !== undefined
}
