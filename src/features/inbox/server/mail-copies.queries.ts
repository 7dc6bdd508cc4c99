// The other recipients of a mail: contacts of the customer get copies of its ticket, and staff can add the rest.
import { sql } from 'kysely'
import { createContact } from '#features/customers/server/contacts.queries.ts'
import { listOwnAddresses } from '#features/tickets/server/mail-addresses.queries.ts'
import { TICKET_COPIES_MAX } from '#features/tickets/ticket-contacts.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { withoutTag } from '#shared/email.rules.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { isBlank, onOneLine } from '#shared/text.rules.ts'
import { MAIL_NAMES_NO_PERSON, type MailPerson, type OfferedPerson } from '../incoming-mail.contract.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

/** `mail_messages_recipients_is_list` in the database. */
const RECIPIENTS_MAX = 50

type Customer = { orgId: string; customerId: string }

/** The contacts of the customer among the recipients that the sender's signature covers (`copied`). */
export async function contactsAmong(db: Db, { orgId, customerId }: Customer, mail: IncomingMail): Promise<string[]> {
  const addresses = mail.copied.map(({ address }) => address)
  if (addresses.length === 0) return []
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where((eb) => eb.and({ orgId, customerId }))
    .where('archivedAt', 'is', null)
    .where(sql<string>`lower(email)`, 'in', addresses)
    .execute()
  return contacts.map(({ id }) => id)
}

/** `writer`: the contact who wrote it; null for the sender of an enquiry, who is known by address only. */
type Comment = { orgId: string; commentId: string; writer: string | null }

/**
 * Gives contacts of the customer who also got the mail of a comment copies of the ticket at which it was written. Returns the ticket
 * in which the comment has landed: of a merged one, the survivor.
 */
export async function addCopies(db: Db, { orgId, commentId, writer }: Comment, mail: IncomingMail): Promise<string> {
  const { customerId, ticketId } = await db
    .selectFrom('ticketComments')
    .select(['customerId', 'ticketId'])
    .where((eb) => eb.and({ orgId, id: commentId }))
    .executeTakeFirstOrThrow()
  const others = { ...mail, copied: mail.copied.filter(({ address }) => address !== mail.from?.address) }
  const copies = (await contactsAmong(db, { orgId, customerId }, others)).filter((id) => id !== writer)
  if (copies.length > 0) await sql`select copy_by_mail(${orgId}, ${commentId}, ${copies}::uuid[])`.execute(db)
  return ticketId
}

type Own = { orgId: string; sendsAs: readonly string[] }

/** The other recipients of the mail, without its sender and without addresses and staff of the organization. */
export async function recipientsOf(db: Db, { orgId, sendsAs }: Own, mail: IncomingMail): Promise<MailPerson[]> {
  const all = new Map([...mail.to, ...mail.cc].map((person) => [person.address, person]))
  const addresses = [...all.keys()]
  if (addresses.length === 0) return []
  const staff = await db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select('user.email')
    .where('userRoles.orgId', '=', orgId)
    .where('user.email', 'in', addresses)
    .execute()
  const ours = new Set([...(await listOwnAddresses(db, orgId, sendsAs)), ...staff.map(({ email }) => email)])
  return [...all.values()]
    .filter(({ address }) => address !== mail.from?.address && !ours.has(withoutTag(address)) && !ours.has(address))
    .slice(0, RECIPIENTS_MAX)
}

/** The recipients of the mail who get no copies of its ticket; none for a mail without a ticket. */
export async function listOffered(db: Db, mailId: string): Promise<OfferedPerson[]> {
  const { rows } = await sql<{ name: string; address: string; contactId: string | null; contactName: string | null }>`
    select person ->> 'name' as name, person ->> 'address' as address, contact.id as contact_id, contact.name as contact_name
    from mail_messages mail
    join tickets on tickets.id = mail.ticket_id
    cross join jsonb_array_elements(mail.recipients) with ordinality as listed (person, position)
    left join contacts contact on contact.customer_id = tickets.customer_id and contact.archived_at is null
      and lower(contact.email) = person ->> 'address'
    where mail.id = ${mailId} and mail.outcome in ('comment', 'ticket')
      and (contact.id is null or contact.id is distinct from tickets.reported_by and not exists (
        select from ticket_watchers w where w.ticket_id = tickets.id and w.contact_id = contact.id))
    order by position`.execute(db)
  return rows.map(({ name, address, contactId, contactName }) => ({
    name: contactName ?? name,
    address,
    contactId,
  }))
}

/**
 * Gives a recipient of the mail copies of its ticket, after saving the person as a contact of the customer if needed. Throws 404
 * for an unknown mail, 422 for an address that the mail was not sent to and above TICKET_COPIES_MAX.
 */
export async function addCopy(db: Db, actor: StaffActor, mailId: string, address: string) {
  const { ticketId, customerId } = await findTicketOf(db, mailId)
  const person = (await listOffered(db, mailId)).find((one) => one.address === address)
  if (!person) throw invalid(MAIL_NAMES_NO_PERSON)
  const contactId = person.contactId ?? (await createContact(db, actor, customerId, contactOf(person))).id
  await onConstraint(
    { ticket_watchers_at_most_max: () => invalidField('copies', `Högst ${TICKET_COPIES_MAX} kan få kopia`) },
    () =>
      db
        .insertInto('ticketWatchers')
        .values({ orgId: organizationOf(actor), customerId, ticketId, contactId })
        .onConflict((c) => c.doNothing())
        .execute(),
  )
}

async function findTicketOf(db: Db, mailId: string) {
  const ticket = await db
    .selectFrom('mailMessages')
    .innerJoin('tickets', 'tickets.id', 'mailMessages.ticketId')
    .select(['tickets.id as ticketId', 'tickets.customerId'])
    .where('mailMessages.id', '=', mailId)
    .where('outcome', 'in', ['comment', 'ticket'])
    .executeTakeFirst()
  if (!ticket) throw notFound('Mejlet hör inte till något ärende')
  return ticket
}

function contactOf({ name, address }: OfferedPerson) {
  const written = onOneLine(name).slice(0, FULL_NAME_MAX).trim()
  const shown = isBlank(written) ? address.slice(0, FULL_NAME_MAX) : written
  return { name: shown, email: address, phone: null, title: null, mobile: null, note: null }
}
