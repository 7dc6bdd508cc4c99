import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { MailRemark } from '../incoming-mail.contract.ts'
import type { InboxReason, MailOutcome } from '../mailboxes.contract.ts'

export type Expected = {
  outcome: MailOutcome
  /** Why it is in Inkorg, for the outcome 'enquiry'. */
  reason?: InboxReason
  authentication: SenderAuthentication
  /** The server that received it; by default the company's own. */
  receiver?: 'microsoft'
  subject?: string
  text?: string
  textBegins?: string
  textHas?: string
  textMayBeAnything?: true
  /** A piece of the quotation or signature that was folded; '' for none. */
  folds?: string
  /** Earlier mail of the sender. */
  earlier?: readonly string[]
  /** The text of the mail that it answers, if not the default. */
  sentText?: string
  files?: readonly string[]
  remarks?: readonly MailRemark[]
  /** The addresses for which a delivery report counts as a bounce. */
  bounced?: readonly string[]
  /** The addresses that a mail of ours did not reach according to a delivery report. */
  undelivered?: readonly string[]
  /** The address in Reply-To. */
  replyTo?: string
  /** It is linked to the ticket. */
  namesTicket?: true
  /** Automatic mail that is not under 'Automatiska'. */
  isAutomatic?: true
  /** Not automatic, but without a receipt. */
  noReceipt?: true
}
