// Mail that comes in: what is known of a sender, and where a mail goes.
import { z } from 'zod'

/** How the sender of a mail was proven. */
export const senderProofs = ['server', 'microsoft', 'dkim', 'none'] as const
export const SenderProof = z.enum(senderProofs)
export type SenderProof = z.infer<typeof SenderProof>
export const senderProofLabels = {
  server: 'Mejlservern har kontrollerat avsändaren',
  microsoft: 'Microsoft har kontrollerat avsändaren',
  dkim: 'Signaturen (DKIM) visar att avsändaren stämmer',
  none: 'Ingen har kontrollerat vem avsändaren är',
} as const satisfies Record<SenderProof, string>

/** What became of a mail. */
export const mailFates = [
  'comment',
  'internal_comment',
  'ticket',
  'enquiry',
  'enquiry_reply',
  'automatic',
  'duplicate',
] as const
export const MailFate = z.enum(mailFates)
export type MailFate = z.infer<typeof MailFate>

export const mailboxKinds = ['password', 'microsoft'] as const
export const MailboxKind = z.enum(mailboxKinds)
export type MailboxKind = z.infer<typeof MailboxKind>

export const mailboxTls = ['tls', 'starttls', 'none'] as const
export const MailboxTls = z.enum(mailboxTls)
export type MailboxTls = z.infer<typeof MailboxTls>

/** RFC 1035: the name of a host. */
export const HOST_MAX = 253
export const MAILBOX_LOGIN_MAX = 254
/** Ids that Microsoft gives a directory and an application. */
export const MICROSOFT_ID_MAX = 100
export const FOLDER_MAX = 200

/** How long the original of a mail is kept. */
export const MAIL_KEPT_DAYS = 90
export const AUTOMATIC_MAIL_KEPT_DAYS = 30
/** Tickets that one sender opens in an hour; further mail goes to Inkorg. */
export const TICKETS_PER_SENDER_AND_HOUR = 20
/** Mail comes back from an address on so many days before mail to it is paused. */
export const BOUNCES_MAX = 3
