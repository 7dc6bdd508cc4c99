// Notifies the authenticated sender of a mail of files that are only in the original and not in the ticket.
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { replySubject } from '../enquiry-subject.rules.ts'
import type { StoredAttachment } from '../incoming-mail.contract.ts'
import { senderNotice } from '../left-out-files.rules.ts'
import { findMailToSender, type MailToSender } from './mail-to-sender.queries.ts'

export const MAIL_LEFT_OUT = 'mail-left-out'

const Payload = z.object({ orgId: Id, mailId: Id })
/** How many files the mail names; it gives the number of further ones. */
const NAMED_MAX = 50
const SHOWN_NAME_MAX = 120

/** The attached files that are only in the original. Pictures inside the text do not count: most belong to signatures. */
export const leftOutOf = (files: readonly StoredAttachment[]) =>
  files.filter(({ outcome, isInline }) => !isInline && senderNotice(outcome) !== null)

export const leftOutMail =
  ({ database, mailer }: { database: Database; mailer: Mailer }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, mailId } = Payload.parse(payload)
    const found = await database.as('jobs', (db) => findMailToSender(db, orgId, mailId))
    if (found) await mailer.send(mailAbout(found), job)
  }

function mailAbout({
  orgId,
  id,
  to,
  name,
  company,
  subject,
  ticket,
  enquiryId,
  attachments,
  signature,
  ids,
}: MailToSender): Mail {
  return {
    orgId,
    to,
    subject: ticket ? ticket.subject : onOneLine(replySubject({ kind: 'mail', company }, subject)),
    text: mailText(
      { to: name },
      ticket
        ? `Vi har fått ditt mejl i ärende #${ticket.number}, men de här filerna kom inte med i ärendet:`
        : 'Vi har fått ditt mejl, men de här filerna kom inte med:',
      linesOf(leftOutOf(attachments)).join('\n'),
      'De finns kvar i mejlet hos oss. Skicka dem igen i ett nytt mejl om du vill ha dem bland de andra filerna.',
      signature,
    ),
    thread: {
      about: ticket ? 'ticket' : 'enquiry',
      id: ticket?.id ?? enquiryId ?? id,
      event: `left-out-${id}`,
    },
    ...ids,
  }
}

function linesOf(files: readonly StoredAttachment[]): string[] {
  const named = files.slice(0, NAMED_MAX).map(({ name, outcome }) => `${shownName(name)} (${senderNotice(outcome)})`)
  const further = files.length - named.length
  return further > 0 ? [...named, `och ${further} till`] : named
}

const shownName = (name: string) => {
  const line = onOneLine(name)
  return line.length > SHOWN_NAME_MAX ? `${line.slice(0, SHOWN_NAME_MAX).toWellFormed()}…` : line
}
