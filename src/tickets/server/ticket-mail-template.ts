import type { Mail } from '#lib/server/mail.ts'
import { paragraphs } from '#lib/server/mail-template.ts'
import { onOneLine } from '#lib/text.rules.ts'
import { doneStatuses, priorityLabels, TicketStatus } from '../tickets.contract.ts'
import type { Reader, TicketEvent } from './ticket-mail.queries.ts'

/** One mail about what happened, as this reader should have it; every mail of a ticket belongs to one thread. */
export function ticketMailTo(reader: Reader, event: TicketEvent, appUrl: string): Mail {
  const { orgId, about, id, ticketId, ticketNumber, title } = event
  const { hostname } = new URL(appUrl)
  return {
    orgId,
    to: reader.email,
    subject: `[#${ticketNumber}] ${onOneLine(title)}`,
    text: paragraphs('Hej!', ...whatHappened(event), whereTo(reader, event, appUrl), onOneLine(event.company)),
    // The same at every try, so that a mail program knows it again.
    messageId: `<${about === 'ticket' ? 'opened' : about}-${id}-${reader.id}@${hostname}>`,
    references: `<ticket-${ticketId}@${hostname}>`,
  }
}

function whatHappened({ about, text, title, priority, byCustomer, ...event }: TicketEvent): string[] {
  const author = onOneLine(`${event.authorName} på ${byCustomer ? event.customerName : event.company}`)
  switch (about) {
    case 'ticket':
      return [
        `${author} har öppnat ett ärende (prioritet: ${priorityLabels[priority].toLowerCase()}):`,
        onOneLine(title),
        text,
      ]
    case 'comment':
      return [`${author} har svarat:`, text]
    case 'status':
      return [statusSentences[TicketStatus.parse(text)]]
  }
}

const statusSentences = {
  open: 'Ärendet är nu öppet.',
  in_progress: 'Vi arbetar nu med ärendet.',
  resolved: 'Ärendet är nu löst.',
  closed: 'Ärendet är nu stängt.',
} as const satisfies Record<TicketStatus, string>

/** The way on for this reader; who has no login has no page to go to. */
function whereTo({ kind }: Reader, { about, text, ticketId }: TicketEvent, appUrl: string): string {
  switch (kind) {
    case 'staff':
      return `Läs och svara:\n${appUrl}/backoffice/tickets/${ticketId}`
    case 'login': {
      const isDone = about === 'status' && doneStatuses.some((status) => status === text)
      const invitation = isDone ? 'Är något ändå fel? Skriv en kommentar, så öppnas ärendet igen:' : 'Läs och svara:'
      return `${invitation}\n${appUrl}/customer-portal/tickets/${ticketId}`
    }
    case 'customer':
      return 'Vill du svara? Hör av dig till oss.'
  }
}
