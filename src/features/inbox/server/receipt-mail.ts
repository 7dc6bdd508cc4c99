// The receipt to the authenticated sender of a mail that began a ticket or an enquiry. It has no text of the sender except the
// subject of a ticket, which all mails of the ticket have.
import { z } from 'zod'
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { numberedSubject } from '../enquiry-subject.rules.ts'
import { numberText } from '../receipt-texts.rules.ts'
import { findMailToSender, type MailToSender } from './mail-to-sender.queries.ts'

export const MAIL_RECEIPT = 'mail-receipt'
/** A receipt that arrives hours later confuses more than it helps. */
export const RECEIPT_ATTEMPTS = 8

const Payload = z.object({ orgId: Id, mailId: Id })

export const mailReceipt =
  ({ database, mailer }: { database: Database; mailer: Mailer }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, mailId } = Payload.parse(payload)
    const receipt = await database.as('jobs', (db) => findMailToSender(db, orgId, mailId))
    if (receipt) await mailer.send(receiptOf(receipt), job)
  }

/** The subject for an enquiry: its sender is unknown, so the receipt repeats no text of the mail. */
const SUBJECT = 'Vi har fått ditt mejl'

function receiptOf(mail: MailToSender): Mail {
  const { orgId, to, name, ticket, enquiryId, number, promisedAt, signature, ids } = mail
  return {
    orgId,
    to,
    subject: ticket?.subject ?? numberedSubject(number, SUBJECT),
    text: mailText(
      { to: name },
      ticket
        ? `Vi har fått ditt mejl. Det är ärende #${ticket.number} hos oss.`
        : `Vi har fått ditt mejl och hör av oss.${number === null ? '' : ` ${numberText('mail', number)}`}`,
      // A mail may be received long after it was sent.
      ...(promisedAt && new Date(promisedAt) > new Date() ? [momentText(promisedAt)] : []),
      ...(ids.replyTo === undefined ? [] : ['Vill du tillägga något? Svara på det här mejlet.']),
      signature,
    ),
    thread: { about: ticket ? 'ticket' : 'enquiry', id: ticket?.id ?? enquiryId ?? '', event: 'receipt' },
    autoSubmitted: 'auto-replied',
    ...ids,
  }
}
