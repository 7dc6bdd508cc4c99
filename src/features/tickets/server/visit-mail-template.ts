// What a mail says about a visit, and its calendar file.
import { Readable } from 'node:stream'
import type { Mail } from '#platform/mail/mail.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { visitText } from '../visits.rules.ts'
import type { TicketEvent } from './ticket-mail.queries.ts'
import type { Recipient } from './ticket-recipients.queries.ts'
import { visitCalendar, visitInvitation } from './visit-calendar.ts'
import type { MailedVisit } from './visit-mail.queries.ts'

/** The visit as it is mailed to one recipient; 'withdrawn': it takes place, but the recipient is to hear no more of it. */
export type VisitNotification = MailedVisit & { kind: 'planned' | 'changed' | 'cancelled' | 'withdrawn' }

/** The paragraphs of a mail about a visit. */
export function visitSentences({ kind, who, note, ...time }: VisitNotification): string[] {
  switch (kind) {
    case 'cancelled':
      return [`Besöket ${visitText(time)} är avbokat.`, TAKES_OUT]
    case 'withdrawn':
      return [`Du får inte längre mejl om besöket ${visitText(time)}.`, TAKES_OUT]
    case 'planned':
    case 'changed':
      return [
        kind === 'planned' ? 'Vi har planerat ett besök:' : 'Besöket är ändrat. Nu gäller:',
        `${visitText(time)}\n${onOneLine(who)} kommer.`,
        ...(note === null ? [] : [note]),
        'Den bifogade filen lägger besöket i din kalender.',
      ]
  }
}

const TAKES_OUT = 'Den bifogade filen tar bort besöket ur din kalender.'

/** An invitation, or a plain file while the company has no address that could organize the visit. */
export function visitAttachment(
  { email, name }: Recipient,
  { replyAddress }: Pick<TicketEvent, 'replyAddress'>,
  visit: VisitNotification,
): Pick<Mail, 'calendar' | 'attachments'> {
  const organizer = replyAddress?.mailbox ?? visit.companyEmail
  if (organizer === null) {
    const content = visitCalendar(visit)
    const open = () => Readable.from([content])
    return { attachments: [{ filename: 'besok.ics', contentType: 'text/calendar; charset=utf-8', open }] }
  }
  const people = {
    organizer: { name: onOneLine(visit.company), email: organizer },
    attendee: { name: onOneLine(name ?? email), email },
  }
  return { calendar: visitInvitation(visit, people) }
}
