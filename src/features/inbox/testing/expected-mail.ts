import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { MailRemark } from '../incoming-mail.contract.ts'
import type { InboxReason, MailOutcome } from '../mailboxes.contract.ts'

export type Expected = {
  outcome: MailOutcome
  /** Why it is in Inkorg; of each with the fate 'enquiry'. */
  reason?: InboxReason
  authentication: SenderAuthentication
  /** The server that received it; the company's own without one. */
  receiver?: 'microsoft'
  subject?: string
  text?: string
  textBegins?: string
  textHas?: string
  textMayBeAnything?: true
  /** A piece of the quotation or signature that was folded; '' for none. */
  folds?: string
  /** What the sender wrote earlier. */
  earlier?: readonly string[]
  /** What the letter said that it answers, when not the usual. */
  letter?: string
  files?: readonly string[]
  remarks?: readonly MailRemark[]
  /** The addresses that a delivery report of ours marks as failing. */
  bounced?: readonly string[]
  /** The addresses that a delivery report says that a mail of ours did not reach. */
  undelivered?: readonly string[]
  /** The address in Reply-To. */
  replyTo?: string
  /** It is about the ticket. */
  namesTicket?: true
  /** Written by a program, and not under 'Automatiska'. */
  isAutomatic?: true
  /** Not automatic, and yet no receipt. */
  noReceipt?: true
}
