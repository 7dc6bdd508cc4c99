// Where a mail goes (decision 060). Only a proven sender who may see a ticket writes into it; everything else is read by a
// person in Inkorg first.
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { InboxReason } from './mailboxes.contract.ts'
import { isReadByNobody } from './unread-addresses.rules.ts'

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

/** The enquiry whose Message-ID a mail answers, and the addresses that mail about it was sent to, in lower case. */
export type AnsweredEnquiry = {
  id: string
  addresses: readonly string[]
  /** It has become `ticket`, and the sender of the mail may comment there as the sender of the enquiry. */
  mayComment: boolean
}

/** What staff decided about mail of an address. */
export type RuleOfSender =
  | { rule: 'inbox' | 'discard' }
  | {
      rule: 'ticket'
      by: KnownSender
      /** The open ticket that the sender's last mail with this subject is in, if that came within a day. */
      repeats: string | null
    }

export type MailFacts = {
  isAutomatic: boolean
  /** A program wrote it, or it is bulk mail or of a list. */
  getsNoReceipt: boolean
  authentication: SenderAuthentication
  /** The address in From; null without exactly one. */
  from: string | null
  /** An active member of staff with that address. */
  staffId: string | null
  known: readonly KnownSender[]
  ticket: AnsweredTicket | null
  enquiry: AnsweredEnquiry | null
  /** The rule for the sender's address. */
  rule: RuleOfSender | null
  /** The mailbox opens tickets for known senders; otherwise they go to Inkorg. */
  opensTickets: boolean
  /** The sender has opened as many tickets as allowed in an hour. */
  isOverLimit: boolean
  /** From before the mailbox was added: it opens nothing. */
  isOld: boolean
}

export type MailRoute =
  | { outcome: 'automatic'; ticketId: string | null }
  | { outcome: 'comment'; ticketId: string; by: KnownSender | 'enquirer' }
  | { outcome: 'internal_comment'; ticketId: string; staffId: string }
  | { outcome: 'ticket'; by: KnownSender }
  | { outcome: 'enquiry_reply'; enquiryId: string }
  | { outcome: 'discarded' }
  | { outcome: 'enquiry'; ticketId: string | null; reason: InboxReason }

/** Whether the sender is proven, and a contact, a login or staff. */
export const isKnownSender = ({ authentication, from, staffId, known }: MailFacts): boolean =>
  authentication !== 'none' && from !== null && (staffId !== null || known.length > 0)

/**
 * Whether the sender is told that the mail has come: a proven person's, when it began something. What a rule decided is mail
 * of programs for the most part.
 */
export function getsReceipt(
  route: MailRoute,
  { getsNoReceipt, authentication, from, staffId, rule }: MailFacts,
): boolean {
  if (getsNoReceipt || authentication === 'none' || from === null || staffId !== null || rule !== null) return false
  if (isReadByNobody(from)) return false
  if (route.outcome === 'ticket') return true
  return route.outcome === 'enquiry' && route.ticketId === null && route.reason !== 'old' && route.reason !== 'limit'
}

/** Whether the sender is told what of the mail was left out: a proven person, of mail that was not from before. */
export const isNotifiedOfFiles = (
  route: MailRoute,
  { getsNoReceipt, authentication, from, rule, isOld }: MailFacts,
): boolean =>
  !getsNoReceipt &&
  authentication !== 'none' &&
  from !== null &&
  !isReadByNobody(from) &&
  rule === null &&
  !isOld &&
  route.outcome !== 'automatic' &&
  route.outcome !== 'discarded'

export function routeMail(facts: MailFacts): MailRoute {
  const { ticket, enquiry, from, known } = facts
  const isAuthenticated = facts.authentication !== 'none' && from !== null
  const inbox = (reason: InboxReason) => ({ outcome: 'enquiry', ticketId: ticket?.id ?? null, reason }) as const
  if (facts.isAutomatic) return byRule(facts, isAuthenticated) ?? { outcome: 'automatic', ticketId: ticket?.id ?? null }
  if (facts.isOld) return inbox('old')
  // The Message-ID was sent to the enquiry's addresses alone: whoever answers it from there reads that mailbox.
  const isEnquirer = enquiry !== null && from !== null && enquiry.addresses.includes(from)
  if (ticket) {
    const answer = isAuthenticated ? answerTo(ticket, facts) : undefined
    if (answer) return answer
    return (
      (isEnquirer ? undefined : byRule(facts, isAuthenticated)) ??
      inbox(whyNoAnswer(facts, isAuthenticated, isEnquirer))
    )
  }
  if (enquiry && isEnquirer) return { outcome: 'enquiry_reply', enquiryId: enquiry.id }
  const ruled = byRule(facts, isAuthenticated)
  if (ruled) return ruled
  const [by, ...others] = known
  if (isAnonymous(facts)) return inbox('unknown')
  if (!isAuthenticated) return inbox('no_proof')
  if (facts.staffId !== null || !by) return inbox('staff')
  if (others.length > 0) return inbox('several_customers')
  if (!facts.opensTickets) return inbox('mailbox')
  return facts.isOverLimit ? inbox('limit') : { outcome: 'ticket', by }
}

/**
 * Rules are for mail that begins something: what an answering machine says in a thread of ours is no new ticket, or two
 * machines would never stop. A rule opens tickets for a proven sender alone, and discards no person whom we know.
 */
function byRule(facts: MailFacts, isAuthenticated: boolean): MailRoute | undefined {
  const { rule, ticket, enquiry, isAutomatic } = facts
  const isInThread = ticket !== null || enquiry !== null
  const inbox = (reason: InboxReason) => ({ outcome: 'enquiry', ticketId: ticket?.id ?? null, reason }) as const
  switch (rule?.rule) {
    case undefined:
      return undefined
    case 'discard':
      return isAutomatic || isAnonymous(facts) ? { outcome: 'discarded' } : undefined
    case 'inbox':
      return isAutomatic && isInThread ? undefined : inbox('rule')
    case 'ticket':
      if (isInThread) return undefined
      if (!isAuthenticated) return inbox('no_proof')
      if (rule.repeats !== null) return { outcome: 'comment', ticketId: rule.repeats, by: rule.by }
      return facts.isOverLimit ? inbox('limit') : { outcome: 'ticket', by: rule.by }
  }
}

const isAnonymous = ({ staffId, known }: MailFacts) => staffId === null && known.length === 0

function whyNoAnswer(facts: MailFacts, isAuthenticated: boolean, isEnquirer: boolean): InboxReason {
  if (isAnonymous(facts)) return isEnquirer && !isAuthenticated ? 'no_proof' : 'unknown'
  return isAuthenticated ? 'not_of_ticket' : 'no_proof'
}

function answerTo(ticket: AnsweredTicket, { staffId, known, enquiry }: MailFacts): MailRoute | undefined {
  if (staffId !== null) return { outcome: 'internal_comment', ticketId: ticket.id, staffId }
  const by = known.find(
    ({ customerId, contactId, seesCompany }) =>
      customerId === ticket.customerId && (seesCompany || ticket.contactIds.includes(contactId)),
  )
  if (by) return { outcome: 'comment', ticketId: ticket.id, by }
  return enquiry?.mayComment ? { outcome: 'comment', ticketId: ticket.id, by: 'enquirer' } : undefined
}
