// Tells the proven sender of a mail which of its files are not in the ticket: they are in the original alone.
import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import { ATTACHED_FILES_MAX, type MailFileOutcome } from '#files/files.contract.ts'
import { Id } from '#lib/contract.ts'
import { formatPhone } from '#lib/phone.rules.ts'
import type { Job } from '#lib/server/jobs.ts'
import type { Mail, Mailer } from '#lib/server/mail.ts'
import { letter } from '#lib/server/mail-template.ts'
import { onOneLine } from '#lib/text.rules.ts'
import { letterSubject } from '#tickets/server/ticket-conversation.queries.ts'
import type { KeptAttachment } from '../incoming-mail.contract.ts'
import { findReplyAddress, listPausedAddresses } from './mail-addresses.queries.ts'

export const MAIL_LEFT_OUT = 'mail-left-out'

const Payload = z.object({ orgId: Id, mailId: Id })
/** Names of a letter: further ones are counted. */
const NAMED_MAX = 50
const SHOWN_NAME_MAX = 120

const whyLeftOut = {
  too_many: `fler än ${ATTACHED_FILES_MAX} filer i ett mejl`,
  too_large: 'för stor',
  no_room: 'fick inte plats i dag',
  // These are no loss: nothing is in them, or the ticket has them.
  empty: null,
  known_picture: null,
  stored: null,
} as const satisfies Record<MailFileOutcome, string | null>

/** The files that the sender attached and that are in the original alone. Pictures inside the text are mostly of signatures. */
export const leftOutOf = (kept: readonly KeptAttachment[]) =>
  kept.filter(({ outcome, isInline }) => !isInline && whyLeftOut[outcome] !== null)

export const leftOutMail =
  ({ database, mailer }: { database: Database; mailer: Mailer }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, mailId } = Payload.parse(payload)
    const found = await database.as('jobs', (db) => findLeftOut(db, orgId, mailId))
    if (found) await mailer.send(letterOf(found), job)
  }

type LeftOut = NonNullable<Awaited<ReturnType<typeof findLeftOut>>>

/** Undefined when there is nobody to send it to. */
async function findLeftOut(db: Db, orgId: string, mailId: string) {
  const found = await db
    .selectFrom('mailMessages as mail')
    .innerJoin('organizations', 'organizations.id', 'mail.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'mail.orgId')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'mail.orgId').onRef('tickets.id', '=', 'mail.ticketId'),
    )
    .select(['mail.orgId', 'mail.id', 'mail.fromAddress', 'mail.messageId', 'mail.referenceIds'])
    .select(['mail.enquiryId', 'mail.ticketId', 'mail.attachments'])
    .select(['tickets.ticketNumber', 'organizations.name as company', 'companyFacts.phone'])
    .where('mail.orgId', '=', orgId)
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
  if (!found?.fromAddress || (await listPausedAddresses(db, orgId)).has(found.fromAddress)) return undefined
  // An enquiry may name a ticket that its sender does not see.
  const ticket = found.enquiryId === null ? await findLetters(db, orgId, found) : null
  return { ...found, ticket, to: found.fromAddress, replyAddress: await findReplyAddress(db, orgId) }
}

type OfTicket = { ticketId: string | null; ticketNumber: number | null }

/** The ticket, and the subject that its letters have. */
async function findLetters(db: Db, orgId: string, { ticketId, ticketNumber }: OfTicket) {
  if (ticketId === null || ticketNumber === null) return null
  return { id: ticketId, ticketNumber, subject: await letterSubject(db, { orgId, ticketId }, ticketNumber) }
}

function letterOf({ orgId, id, to, company, phone, replyAddress, attachments, ticket, ...about }: LeftOut): Mail {
  const { enquiryId, messageId, referenceIds } = about
  return {
    orgId,
    to,
    subject: ticket ? ticket.subject : 'Alla filer kom inte med',
    text: letter(
      { to: null },
      ticket
        ? `Vi har fått ditt mejl i ärende #${ticket.ticketNumber}, men de här filerna kom inte med i ärendet:`
        : 'Vi har fått ditt mejl, men de här filerna kom inte med:',
      linesOf(leftOutOf(attachments)).join('\n'),
      'De finns kvar i mejlet hos oss. Skicka dem igen i ett nytt mejl om du vill ha dem bland de andra filerna.',
      [onOneLine(company), phone && onOneLine(formatPhone(phone))].filter(Boolean).join('\n'),
    ),
    thread: {
      about: ticket ? 'ticket' : 'enquiry',
      id: ticket ? ticket.id : (enquiryId ?? id),
      event: `left-out-${id}`,
    },
    ...(messageId !== null && { answers: [...referenceIds, messageId] }),
    ...(replyAddress && {
      replyTo: ticket ? { ...replyAddress, ticketNumber: ticket.ticketNumber } : replyAddress.mailbox,
    }),
  }
}

function linesOf(files: readonly KeptAttachment[]): string[] {
  const named = files.slice(0, NAMED_MAX).map(({ name, outcome }) => `${shownName(name)} (${whyLeftOut[outcome]})`)
  const further = files.length - named.length
  return further > 0 ? [...named, `och ${further} till`] : named
}

const shownName = (name: string) => {
  const line = onOneLine(name)
  return line.length > SHOWN_NAME_MAX ? `${line.slice(0, SHOWN_NAME_MAX).toWellFormed()}…` : line
}
