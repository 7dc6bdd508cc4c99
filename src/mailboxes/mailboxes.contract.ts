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
