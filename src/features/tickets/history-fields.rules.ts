// A ticket's history: the kind of value of each field, and the sentence that describes a change.
import type { TicketChangeField } from './ticket-changes.contract.ts'
import { priorityLabels, statusLabels, TicketPriority, TicketStatus } from './tickets.contract.ts'
import { notedVisitText } from './visits.rules.ts'

type HistoryField = {
  /** What the database stores: a text, or the id of a user or a contact, who is shown by name. */
  value: 'text' | 'user' | 'contact'
  sentence: (change: { who: string; before: string | null; after: string | null }) => string
  /** The sentence of a change that a customer's comment caused. */
  byCustomer?: string
}

/**
 * `note_ticket_change()`, `note_copy_change()`, `note_hold()`, `note_reminder()`, `note_merge()`, `note_visit()`,
 * `note_ticket_billing()` and `open_recurring_ticket()` in the database write these fields.
 */
export const historyFields: Record<TicketChangeField, HistoryField> = {
  status: {
    value: 'text',
    sentence: ({ who, before, after }) => `${who} ändrade status från ${statusOf(before)} till ${statusOf(after)}`,
    byCustomer: 'Kundens kommentar öppnade ärendet igen',
  },
  priority: {
    value: 'text',
    sentence: ({ who, before, after }) =>
      `${who} ändrade prioritet från ${priorityOf(before)} till ${priorityOf(after)}`,
  },
  assignee: {
    value: 'user',
    sentence: ({ who, after }) => {
      if (!after) return `${who} tog bort ansvarig`
      return after === who ? `${who} tog ärendet` : `${who} tilldelade ärendet ${after}`
    },
  },
  reporter: {
    value: 'contact',
    sentence: ({ who, before, after }) => {
      if (!after) return `${who} tog bort anmälaren ${before}`
      return before ? `${who} ändrade anmälare från ${before} till ${after}` : `${who} angav ${after} som anmälare`
    },
  },
  copy: {
    value: 'contact',
    sentence: ({ who, before, after }) =>
      after ? `${who} lade till ${after} i Får kopia` : `${who} tog bort ${before} ur Får kopia`,
  },
  hold: {
    value: 'text',
    sentence: ({ who, after }) => (after ? `${who} väntar på svar från kunden` : `${who} väntar inte längre på kunden`),
    byCustomer: 'Kundens kommentar avslutade väntan på kunden',
  },
  reminder: { value: 'text', sentence: () => 'Kunden påmindes om att svara' },
  merged: {
    value: 'text',
    sentence: ({ who, before, after }) =>
      after ? `${who} slog ihop ärendet med #${after}` : `${who} delade upp ärendet från #${before}`,
  },
  absorbed: {
    value: 'text',
    sentence: ({ who, before, after }) =>
      after ? `${who} slog ihop #${after} med ärendet` : `${who} delade upp #${before} från ärendet`,
  },
  visit: {
    value: 'text',
    sentence: ({ who, before, after }) => {
      if (!after) return `${who} avbokade besöket ${notedVisitText(before ?? '')}`
      if (before === after) return `${who} ändrade texten till kunden om besöket ${notedVisitText(after)}`
      return before
        ? `${who} ändrade besöket ${notedVisitText(before)} till ${notedVisitText(after)}`
        : `${who} planerade ett besök ${notedVisitText(after)}`
    },
  },
  invoice_recipient: {
    value: 'text',
    sentence: ({ who, before, after }) =>
      after
        ? `${who} valde ${after} som fakturamottagare`
        : `${who} tog bort ${before} som fakturamottagare, den förvalda gäller`,
  },
  order_number: {
    value: 'text',
    sentence: ({ who, before, after }) =>
      after ? `${who} angav ordernummer ${after}` : `${who} tog bort ordernummer ${before}`,
  },
  recurring: { value: 'text', sentence: ({ after }) => `Skapades av det återkommande ärendet ${after}` },
}

const statusOf = (value: string | null) => statusLabels[TicketStatus.parse(value)]
const priorityOf = (value: string | null) => priorityLabels[TicketPriority.parse(value)]
