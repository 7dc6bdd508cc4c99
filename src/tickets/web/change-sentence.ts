import type { TicketChange } from '../ticket-changes.contract.ts'
import { priorityLabels, statusLabels, TicketPriority, TicketStatus } from '../tickets.contract.ts'

/** Describes a change in Swedish: 'Anna ändrade status från Öppen till Pågående'. */
export function changeSentence({ author, field, before, after, byComment }: TicketChange): string {
  if (byComment) return 'Kundens kommentar öppnade ärendet igen'
  const who = author?.fullName ?? 'Systemet'
  switch (field) {
    case 'status':
      return `${who} ändrade status från ${statusOf(before)} till ${statusOf(after)}`
    case 'priority':
      return `${who} ändrade prioritet från ${priorityOf(before)} till ${priorityOf(after)}`
    case 'assignee':
      if (!after) return `${who} tog bort ansvarig`
      return after === who ? `${who} tog ärendet` : `${who} tilldelade ärendet ${after}`
    case 'reporter':
      if (!after) return `${who} tog bort anmälaren ${before}`
      return before ? `${who} ändrade anmälare från ${before} till ${after}` : `${who} angav ${after} som anmälare`
    case 'copy':
      return after ? `${who} lade till ${after} i Får kopia` : `${who} tog bort ${before} ur Får kopia`
    case 'recurring':
      return `Skapades av det återkommande ärendet ${after}`
  }
}

const statusOf = (value: string | null) => statusLabels[TicketStatus.parse(value)]
const priorityOf = (value: string | null) => priorityLabels[TicketPriority.parse(value)]
