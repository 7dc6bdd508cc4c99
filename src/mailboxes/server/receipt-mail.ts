// The receipt of a mail that began a ticket or an enquiry, to its proven sender. It says nothing that the sender wrote, but for
// the subject of a ticket, which all its letters have.
import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import { Id } from '#lib/contract.ts'
import { formatPhone } from '#lib/phone.rules.ts'
import type { Job } from '#lib/server/jobs.ts'
import type { Mail, Mailer } from '#lib/server/mail.ts'
import { letter } from '#lib/server/mail-template.ts'
import { onOneLine } from '#lib/text.rules.ts'
import { letterSubject } from '#tickets/server/ticket-conversation.queries.ts'
import { findReplyAddress, listPausedAddresses } from './mail-addresses.queries.ts'

export const MAIL_RECEIPT = 'mail-receipt'
/** A receipt that arrives hours later confuses more than it helps. */
export const RECEIPT_ATTEMPTS = 8

const Payload = z.object({ orgId: Id, mailId: Id })

export const mailReceipt =
  ({ database, mailer }: { database: Database; mailer: Mailer }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, mailId } = Payload.parse(payload)
    const receipt = await database.as('jobs', (db) => findReceipt(db, orgId, mailId))
    if (receipt) await mailer.send(receiptOf(receipt), job)
  }

/** Of a receipt to a stranger, who is told nothing that came in the mail. */
const SUBJECT = 'Vi har fått ditt mejl'

type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** Undefined when there is nobody to send it to. */
async function findReceipt(db: Db, orgId: string, mailId: string) {
  const found = await db
    .selectFrom('mailMessages as mail')
    .innerJoin('organizations', 'organizations.id', 'mail.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'mail.orgId')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'mail.orgId').onRef('tickets.id', '=', 'mail.ticketId'),
    )
    .select([
      'mail.orgId',
      'mail.fromAddress',
      'mail.messageId',
      'mail.referenceIds',
      'mail.enquiryId',
      'mail.ticketId',
    ])
    .select(['tickets.ticketNumber', 'organizations.name as company', 'companyFacts.phone'])
    .where('mail.orgId', '=', orgId)
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
  if (!found?.fromAddress || (await listPausedAddresses(db, orgId)).has(found.fromAddress)) return undefined
  const { fromAddress: to, ticketId, ticketNumber } = found
  const subject =
    ticketId === null || ticketNumber === null ? SUBJECT : await letterSubject(db, { orgId, ticketId }, ticketNumber)
  const name = ticketId === null ? null : await findReporterName(db, orgId, ticketId)
  return { ...found, to, subject, name, replyAddress: await findReplyAddress(db, orgId) }
}

/** The contact's name, as it is known here. */
async function findReporterName(db: Db, orgId: string, ticketId: string): Promise<string | null> {
  const contact = await db
    .selectFrom('tickets')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.orgId', '=', 'tickets.orgId').onRef('contacts.id', '=', 'tickets.reportedBy'),
    )
    .select('contacts.name')
    .where('tickets.orgId', '=', orgId)
    .where('tickets.id', '=', ticketId)
    .executeTakeFirst()
  return contact?.name ?? null
}

function receiptOf({ orgId, to, subject, name, company, phone, replyAddress, ...about }: Receipt): Mail {
  const { ticketId, ticketNumber, enquiryId, messageId, referenceIds } = about
  const isTicket = ticketId !== null && ticketNumber !== null
  return {
    orgId,
    to,
    subject,
    text: letter(
      { to: name },
      isTicket
        ? `Vi har fått ditt mejl. Det är ärende #${ticketNumber} hos oss.`
        : 'Vi har fått ditt mejl och hör av oss.',
      ...(replyAddress ? ['Vill du tillägga något? Svara på det här mejlet.'] : []),
      [onOneLine(company), phone && onOneLine(formatPhone(phone))].filter(Boolean).join('\n'),
    ),
    thread: {
      ...(isTicket ? { about: 'ticket', id: ticketId } : { about: 'enquiry', id: enquiryId ?? '' }),
      event: 'receipt',
    },
    words: 'of_a_receipt',
    ...(messageId !== null && { answers: [...referenceIds, messageId] }),
    ...(replyAddress && { replyTo: isTicket ? { ...replyAddress, ticketNumber } : replyAddress.mailbox }),
  }
}
