// What makes mail programs show the mails of a ticket as one conversation: their subject, and their references to the
// customer's mails. The queries require the jobs' role.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isBlank, onOneLine } from '#shared/text.rules.ts'
import { conversationSubjectOf, subjectOf } from '../mail-text.rules.ts'

type OfTicket = { orgId: string; ticketId: string }
type SubjectOf = OfTicket & { ticketNumber: number; title: string }

/** A longer subject is cut (`ticket_mail_subjects_subject_length`). */
export const TICKET_MAIL_SUBJECT_MAX = 500

/**
 * The subject '[#1234] ‹subject›' of every mail about the ticket: that of the mail that opened it, otherwise the ticket's title
 * at its first mail. A later change of the title does not change it.
 */
export async function ticketMailSubject(db: Db, ticket: SubjectOf, mails?: MailOfTicket[]): Promise<string> {
  const { orgId, ticketId, ticketNumber } = ticket
  const stored = await storedSubject(db, ticket)
  if (stored) return `[#${ticketNumber}] ${stored.subject}`
  const subject = firstSubject(ticket.title, mails ?? (await listTicketMails(db, ticket)))
  const inserted = await db
    .insertInto('ticketMailSubjects')
    .values({ orgId, ticketId, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  // A concurrent mail may have stored its own.
  const current = inserted ?? (await storedSubject(db, ticket))
  return `[#${ticketNumber}] ${current?.subject ?? subject}`
}

const storedSubject = (db: Db, { orgId, ticketId }: OfTicket) =>
  db
    .selectFrom('ticketMailSubjects')
    .select('subject')
    .where((eb) => eb.and({ orgId, ticketId }))
    .executeTakeFirst()

function firstSubject(title: string, mails: MailOfTicket[]): string {
  const written = mails.find(({ outcome }) => outcome !== 'comment')?.subject ?? ''
  return cut(onOneLine(isBlank(subjectOf(written)) ? title : conversationSubjectOf(written)))
}

const cut = (subject: string) => Array.from(subject).slice(0, TICKET_MAIL_SUBJECT_MAX).join('').trim()

/** The Message-IDs of the customer's mails until a moment, oldest first, after those that the first mail refers to. */
export function messageIdsUntil(until: string, all: MailOfTicket[]): string[] {
  const mails = all.filter(({ receivedAt }) => Date.parse(receivedAt) <= Date.parse(until))
  return [...(mails[0]?.referenceIds ?? []), ...mails.flatMap(({ messageId }) => messageId ?? [])]
}

type MailOfTicket = {
  /** 'comment' includes mails in Inkorg that staff added to the ticket. */
  outcome: 'ticket' | 'enquiry' | 'comment'
  messageId: string | null
  referenceIds: string[]
  subject: string
  receivedAt: string
}

/** The mails that opened the ticket or its enquiry, and those that became public comments at its address. */
export async function listTicketMails(db: Db, { orgId, ticketId }: OfTicket): Promise<MailOfTicket[]> {
  const { rows } = await sql<MailOfTicket>`
    with of_ticket as (
      select id, 'ticket' as outcome from mail_messages
      where org_id = ${orgId} and ticket_id = ${ticketId} and outcome = 'ticket'
      union all
      select mail.id, 'comment' from ticket_comments comment
      join mail_messages mail on mail.org_id = comment.org_id and mail.comment_id = comment.id
      where comment.org_id = ${orgId} and not comment.is_internal
        and (comment.ticket_id = ${ticketId} and comment.from_ticket_id is null or comment.from_ticket_id = ${ticketId})
      union all
      select mail.id, 'enquiry' from tickets ticket
      join mail_messages mail on mail.org_id = ticket.org_id and mail.enquiry_id = ticket.enquiry_id
      where ticket.org_id = ${orgId} and ticket.id = ${ticketId} and mail.outcome in ('enquiry', 'enquiry_reply')
    )
    select of_ticket.outcome, message_id, reference_ids, subject, received_at
    from of_ticket join mail_messages mail on mail.org_id = ${orgId} and mail.id = of_ticket.id
    order by received_at, mail.id`.execute(db)
  return rows
}
