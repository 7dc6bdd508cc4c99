import { MAIL_FILES_MAX_BYTES } from '#features/files/files.contract.ts'
import { mailedFilesText } from '#features/files/server/mailed-files-text.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { FOLDED_TITLE } from '#shared/folded.rules.ts'
import { personAt } from '#shared/names.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { staffSubject } from '../reminder-subject.rules.ts'
import { doneStatuses, priorityLabels, TicketStatus } from '../tickets.contract.ts'
import { threadEventOf } from './notifications.queries.ts'
import type { TicketEvent } from './ticket-mail.queries.ts'
import type { Recipient } from './ticket-recipients.queries.ts'
import { type VisitNotification, visitAttachment, visitSentences } from './visit-mail-template.ts'

type Conversation = { subject: string; answers: string[] }
/** `visit`: of an event about one, as it is mailed to the recipient. */
type MailedEvent = TicketEvent & { visit?: VisitNotification }

/** The mail about an event for one recipient. All mails of a ticket have one thread, and the same subject but for reminders of staff. */
export function ticketMailTo(
  recipient: Recipient,
  event: MailedEvent,
  { subject, answers }: Conversation,
  appUrl: string,
): Mail {
  const { orgId, about, id, ticketId, ticketNumber } = event
  return {
    orgId,
    to: recipient.email,
    subject: staffSubject(about, subject),
    text: mailText(
      { to: recipient.name, ...(hasPersonalText(about) && { words: event.text }) },
      ...summaryOf(event),
      ...filesSentence(recipient, event),
      replyInstruction(recipient, event, appUrl),
      event.signature ?? onOneLine(event.company),
      // The folding rules may have taken the customer's own text for a signature or quotation.
      ...(recipient.kind === 'staff' && event.folded !== null ? [`${FOLDED_TITLE}:\n${event.folded}`] : []),
    ),
    thread: { about: 'ticket', id: ticketId, event: threadEventOf({ about, id }, recipient.id) },
    answers,
    ...(hasPersonalText(about) && { autoSubmitted: 'no' }),
    ...(event.replyAddress !== null && { replyTo: { ...event.replyAddress, ticketNumber } }),
    ...(event.visit && visitAttachment(recipient, event, event.visit)),
  }
}

/** Whether the mail contains text that a person wrote, which an automatic responder may answer. */
export const hasPersonalText = (about: TicketEvent['about']) =>
  about === 'ticket' || about === 'comment' || about === 'solution'

type NewlyAssigned = Pick<TicketEvent, 'authorId' | 'authorName' | 'assignedTo' | 'ticketNumber'>

function summaryOf({ about, text, title, priority, byCustomer, ...event }: MailedEvent): string[] {
  const urgency = `prioritet: ${priorityLabels[priority].toLowerCase()}`
  const author = onOneLine(personAt(event.authorName, byCustomer ? event.customerName : event.company))
  switch (about) {
    case 'ticket':
      return [`${author} har öppnat ett ärende (${urgency}):`, onOneLine(title), text]
    case 'comment':
      return [`${author} har svarat:`, text]
    case 'solution':
      return [`${author} har svarat, och ärendet är nu löst:`, text]
    case 'status':
      return [statusSentences[TicketStatus.parse(text)]]
    case 'reminder':
      return [`Vi väntar på ditt svar. Så här skrev ${author}:`, text]
    case 'given':
    case 'made_for':
      return [`${givenBy(event)} (${urgency}):`, ticketLines({ title, ...event })]
    case 'mentioned':
      return [
        `${onOneLine(event.authorName)} har nämnt dig i ärende #${event.ticketNumber} (${urgency}):`,
        ticketLines({ title, ...event }),
      ]
    case 'soon':
    case 'late':
      return [`${dueAnswerSentence(about, event.ticketNumber, text)} (${urgency}):`, ticketLines({ title, ...event })]
    case 'due':
      return [`Du ville bli påmind om ärende #${event.ticketNumber} (${urgency}):`, ticketLines({ title, ...event })]
    case 'visit':
      return event.visit ? visitSentences(event.visit) : []
  }
}

const dueAnswerSentence = (about: 'soon' | 'late', ticketNumber: number, dueAt: string) =>
  about === 'soon'
    ? `Ärende #${ticketNumber} ska besvaras senast ${momentInStockholm(new Date(dueAt))}`
    : `Ärende #${ticketNumber} skulle ha besvarats senast ${momentInStockholm(new Date(dueAt))}`

const ticketLines = ({ title, customerName }: Pick<TicketEvent, 'title' | 'customerName'>) =>
  `${onOneLine(title)}\n${onOneLine(customerName)}`

function givenBy({ authorId, authorName, assignedTo, ticketNumber }: NewlyAssigned): string {
  if (authorId !== null) return `${onOneLine(authorName)} har gett dig ärende #${ticketNumber}`
  return assignedTo === null
    ? `Ett återkommande ärende har kommit, #${ticketNumber}, som ingen har fått`
    : `Du har fått ett återkommande ärende, #${ticketNumber}`
}

/** Whether the mail attaches the files: to recipients without a login, who cannot fetch them, unless they are too large together. */
export const carriesFiles = ({ kind }: Recipient, { files }: Pick<TicketEvent, 'files'>): boolean =>
  (kind === 'contact' || kind === 'customer') &&
  files.reduce((sum, { state, bytes }) => sum + (state === 'ready' ? bytes : 0), 0) <= MAIL_FILES_MAX_BYTES

function filesSentence(recipient: Recipient, event: TicketEvent): string[] {
  const hasLogin = recipient.kind === 'staff' || recipient.kind === 'login'
  const isCarried = hasLogin || carriesFiles(recipient, event)
  return mailedFilesText(event.files, { isCarried, elsewhere: hasLogin ? '' : ELSEWHERE })
}

const ELSEWHERE = 'Det ligger i ärendet hos oss. Hör av dig, så får du det på annat sätt.'

const statusSentences = {
  open: 'Ärendet är nu öppet.',
  in_progress: 'Vi arbetar nu med ärendet.',
  resolved: 'Ärendet är nu löst.',
  closed: 'Ärendet är nu stängt.',
} as const satisfies Record<TicketStatus, string>

/** How this recipient can reply; one without a login gets no link. */
function replyInstruction({ kind }: Recipient, event: TicketEvent, appUrl: string): string {
  const { about, text, ticketId, replyAddress } = event
  switch (kind) {
    case 'staff':
      return [
        `Läs och svara:\n${appUrl}/backoffice/tickets/${ticketId}`,
        ...(replyAddress === null ? [] : ['Svarar du på det här mejlet blir det en intern kommentar.']),
      ].join('\n\n')
    case 'login': {
      const isDone = about === 'solution' || (about === 'status' && doneStatuses.some((status) => status === text))
      const invitation = isDone ? 'Är felet kvar? Skriv en kommentar, så öppnas ärendet igen:' : 'Läs och svara:'
      return `${invitation}\n${appUrl}/customer-portal/tickets/${ticketId}`
    }
    case 'contact':
    case 'customer':
      return replyAddress === null ? 'Vill du svara? Hör av dig till oss.' : 'Vill du svara? Svara på det här mejlet.'
  }
}
