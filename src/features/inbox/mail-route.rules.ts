// Where an incoming mail goes (decision 060). Only an authenticated sender who may see a ticket writes into it; staff read
// everything else in Inkorg first.
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { InboxReason } from './mailboxes.contract.ts'
import { isReadByNobody } from './unread-addresses.rules.ts'

/** A contact that has the sender's address, itself or as its login. */
export type KnownSender = {
  customerId: string
  contactId: string
  /** Its login; null for a contact without one. */
  userId: string | null
  /** The login sees the whole company's tickets. */
  seesCompany: boolean
}

/** The ticket that a mail answers; `contactIds` are the contacts that reported it or get copies. */
export type AnsweredTicket = {
  id: string
  customerId: string
  contactIds: readonly string[]
  /** The ticket into which it is merged. */
  survivor?: AnsweredTicket | undefined
}

/** The enquiry whose Message-ID a mail answers, and the addresses that mail about it was sent to, in lower case. */
export type AnsweredEnquiry = {
  id: string
  addresses: readonly string[]
  /** The enquiry has become the ticket of the mail, and the sender may comment there as the sender of the enquiry. */
  mayComment: boolean
}

/** The rule of staff for mail from an address. */
export type RuleOfSender =
  | { rule: 'inbox' | 'discard' }
  | {
      rule: 'ticket'
      by: KnownSender
      /** The open ticket of the sender's last mail with this subject, if it was received within REPEATED_MAIL_HOURS. */
      repeats: string | null
    }

export type MailFacts = {
  isAutomatic: boolean
  /** Automatic mail, bulk mail or mail of a list. */
  getsNoReceipt: boolean
  authentication: SenderAuthentication
  /** The address in From; null unless there is exactly one. */
  from: string | null
  /** An active member of staff with that address. */
  staffId: string | null
  known: readonly KnownSender[]
  ticket: AnsweredTicket | null
  enquiry: AnsweredEnquiry | null
  /** The rule for the sender's address. */
  rule: RuleOfSender | null
  /** The mailbox opens tickets for known senders; otherwise their mail goes to Inkorg. */
  opensTickets: boolean
  /** The sender has opened as many tickets as allowed in an hour. */
  isOverLimit: boolean
  /** Older than the mailbox here: it opens no ticket. */
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

/** Whether the sender is authenticated, and is a contact, a login or staff. */
export const isKnownSender = ({ authentication, from, staffId, known }: MailFacts): boolean =>
  authentication !== 'none' && from !== null && (staffId !== null || known.length > 0)

/**
 * Whether the sender gets a receipt: an authenticated person whose mail begins a ticket or an enquiry. Mail with a sender rule
 * gets none, since programs write most of it.
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

/**
 * Whether the sender is notified of files that were left out: an authenticated person, of mail that is not older than the
 * mailbox.
 */
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
  // Only the enquiry's addresses, and those to whom staff copied a reply, got the Message-ID, so whoever answers it from one of
  // the enquiry's addresses can read that mailbox. Forwarded mail is in no thread for this reason.
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
 * Rules apply to mail that begins a thread: an automatic answer in a thread of ours opens no ticket, since two programs would
 * answer each other for ever. A rule opens tickets only for an authenticated sender and never discards mail of a known person.
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

/**
 * An answer to a merged ticket goes to the survivor. That of somebody who sees only the merged one is written there, from where the
 * database moves it (`land_in_survivor()`).
 */
function answerTo(ticket: AnsweredTicket, { staffId, known, enquiry }: MailFacts): MailRoute | undefined {
  const { survivor = ticket } = ticket
  if (staffId !== null) return { outcome: 'internal_comment', ticketId: survivor.id, staffId }
  for (const { id, customerId: of, contactIds } of [survivor, ticket]) {
    const by = known.find(
      ({ customerId, contactId, seesCompany }) => customerId === of && (seesCompany || contactIds.includes(contactId)),
    )
    if (by) return { outcome: 'comment', ticketId: id, by }
  }
  return enquiry?.mayComment ? { outcome: 'comment', ticketId: ticket.id, by: 'enquirer' } : undefined
}
