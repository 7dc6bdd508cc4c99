// Where a mail goes (decision 060). Only a proven sender who may see a ticket writes into it; everything else is read by a
// person in Inkorg first.
import type { SenderProof } from './mailboxes.contract.ts'

/** A contact whose address, or whose login's address, is the sender's. */
export type KnownSender = {
  customerId: string
  contactId: string
  /** Its login; null for a contact without one. */
  userId: string | null
  /** The login sees the whole company's tickets. */
  seesCompany: boolean
}

/** The ticket that a mail answers, and the contacts that reported it or get copies. */
export type AnsweredTicket = { id: string; customerId: string; contactIds: readonly string[] }

export type MailFacts = {
  isAutomatic: boolean
  proof: SenderProof
  /** The address in From; null without exactly one. */
  from: string | null
  /** An active member of staff with that address. */
  staffId: string | null
  known: readonly KnownSender[]
  ticket: AnsweredTicket | null
  /** The enquiry whose Message-ID the mail answers. */
  enquiry: { id: string; email: string } | null
  /** The mailbox opens tickets for known senders; otherwise they go to Inkorg. */
  opensTickets: boolean
  /** The sender has opened as many tickets as allowed in an hour. */
  isOverLimit: boolean
  /** From before the mailbox was added: it opens nothing. */
  isOld: boolean
}

export type MailRoute =
  | { fate: 'automatic'; ticketId: string | null }
  | { fate: 'comment'; ticketId: string; by: KnownSender }
  | { fate: 'internal_comment'; ticketId: string; staffId: string }
  | { fate: 'ticket'; by: KnownSender }
  | { fate: 'enquiry_reply'; enquiryId: string }
  | { fate: 'enquiry'; ticketId: string | null }

/** Whether the sender is proven, and a contact, a login or staff. */
export const isKnownSender = ({ proof, from, staffId, known }: MailFacts): boolean =>
  proof !== 'none' && from !== null && (staffId !== null || known.length > 0)

export function routeMail(facts: MailFacts): MailRoute {
  const { ticket, enquiry, from, known } = facts
  const isProven = facts.proof !== 'none' && from !== null
  const inbox = { fate: 'enquiry', ticketId: ticket?.id ?? null } as const
  if (facts.isAutomatic) return { fate: 'automatic', ticketId: ticket?.id ?? null }
  if (facts.isOld) return inbox
  if (ticket) return (isProven && answerTo(ticket, facts)) || inbox
  // The Message-ID was sent to the enquiry's address alone: whoever answers it from there reads that mailbox.
  if (enquiry && enquiry.email.toLowerCase() === from) return { fate: 'enquiry_reply', enquiryId: enquiry.id }
  if (!isProven || facts.staffId !== null || facts.isOverLimit || !facts.opensTickets) return inbox
  const [by, ...others] = known
  return by && others.length === 0 ? { fate: 'ticket', by } : inbox
}

function answerTo(ticket: AnsweredTicket, { staffId, known }: MailFacts): MailRoute | undefined {
  if (staffId !== null) return { fate: 'internal_comment', ticketId: ticket.id, staffId }
  const by = known.find(
    ({ customerId, contactId, seesCompany }) =>
      customerId === ticket.customerId && (seesCompany || ticket.contactIds.includes(contactId)),
  )
  return by && { fate: 'comment', ticketId: ticket.id, by }
}
