// The data for a mail to the sender of an incoming mail. For the role `jobs`.
import { sql } from 'kysely'
import { tellsMoment } from '#features/tickets/answer-moment.rules.ts'
import { findReplyAddress, listPausedAddresses } from '#features/tickets/server/mail-addresses.queries.ts'
import { ticketMailSubject } from '#features/tickets/server/ticket-conversation.queries.ts'
import type { TicketPriority } from '#features/tickets/tickets.contract.ts'
import type { Db } from '#platform/database/database.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'

export type MailToSender = NonNullable<Awaited<ReturnType<typeof findMailToSender>>>

/** Undefined without a sender address, and when mail to it is paused. */
export async function findMailToSender(db: Db, orgId: string, mailId: string) {
  const found = await db
    .selectFrom('mailMessages as mail')
    .innerJoin('organizations', 'organizations.id', 'mail.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'mail.orgId')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'mail.orgId').onRef('tickets.id', '=', 'mail.ticketId'),
    )
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'mail.orgId').onRef('enquiries.id', '=', 'mail.enquiryId'),
    )
    .select(['mail.id', 'mail.fromAddress', 'mail.messageId', 'mail.referenceIds', 'mail.subject', 'mail.attachments'])
    .select(['mail.enquiryId', 'mail.ticketId', 'tickets.ticketNumber', 'tickets.title', 'tickets.customerId'])
    .select(['tickets.priority', 'tickets.promisedAt', 'enquiries.number as enquiryNumber'])
    .select('enquiries.promisedAt as enquiryPromisedAt')
    .select(['organizations.name as company', 'companyFacts.phone'])
    .where('mail.orgId', '=', orgId)
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
  if (!found?.fromAddress || (await listPausedAddresses(db, orgId)).has(found.fromAddress)) return undefined
  const { id, fromAddress, enquiryId, subject, attachments, company, phone, messageId, referenceIds } = found
  const ticket = await findTicket(db, orgId, found)
  const number = ticket?.number ?? found.enquiryNumber
  const replyAddress = await findReplyAddress(db, orgId)
  return {
    orgId,
    id,
    enquiryId,
    ticket,
    /** Of the ticket, or of the enquiry. */
    number,
    /** When the answer was promised; null for a priority of which the moment is not told. */
    promisedAt: ticket ? toldMoment(found) : found.enquiryPromisedAt,
    subject,
    attachments,
    company: onOneLine(company),
    to: fromAddress,
    /** The stored name of the contact; null when the sender is none. */
    name: ticket && (await findContactName(db, { orgId, customerId: ticket.customerId }, fromAddress)),
    signature: [onOneLine(company), phone && onOneLine(formatPhone(phone))].filter(Boolean).join('\n'),
    /** The headers that make it an answer to the mail. */
    ids: {
      ...(messageId !== null && { answers: [...referenceIds, messageId] }),
      ...(replyAddress && {
        replyTo: number === null ? replyAddress.mailbox : { ...replyAddress, ticketNumber: number },
      }),
    } satisfies Pick<Mail, 'answers' | 'replyTo'>,
  }
}

const toldMoment = ({ priority, promisedAt }: { priority: TicketPriority | null; promisedAt: string | null }) =>
  priority && tellsMoment[priority] ? promisedAt : null

type OfMail = {
  enquiryId: string | null
  ticketId: string | null
  ticketNumber: number | null
  title: string | null
  customerId: string | null
}

/** The ticket and the subject of its mails; null for an enquiry, which may name a ticket that its sender may not see. */
async function findTicket(db: Db, orgId: string, { enquiryId, ticketId, ticketNumber, title, customerId }: OfMail) {
  if (enquiryId !== null || ticketId === null || ticketNumber === null || title === null || customerId === null)
    return null
  const subject = await ticketMailSubject(db, { orgId, ticketId, ticketNumber, title })
  return { id: ticketId, number: ticketNumber, customerId, subject }
}

async function findContactName(db: Db, of: { orgId: string; customerId: string }, address: string) {
  const { rows } = await sql<{ name: string }>`
    select contacts.name from senders_known(${of.orgId}, ${address}) known
    join contacts on contacts.org_id = ${of.orgId} and contacts.id = known.contact_id
    where known.customer_id = ${of.customerId} limit 1`.execute(db)
  return rows[0]?.name ?? null
}
