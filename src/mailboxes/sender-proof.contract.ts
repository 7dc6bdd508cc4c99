// How the sender of a mail was proven. Apart from the mailboxes, since the back office loads it with Inkorg.
import { z } from 'zod'

export const senderProofs = ['server', 'microsoft', 'dkim', 'none'] as const
export const SenderProof = z.enum(senderProofs)
export type SenderProof = z.infer<typeof SenderProof>
export const senderProofLabels = {
  server: 'Mejlservern har kontrollerat avsändaren',
  microsoft: 'Microsoft har kontrollerat avsändaren',
  dkim: 'Signaturen (DKIM) visar att avsändaren stämmer',
  none: 'Ingen har kontrollerat vem avsändaren är',
} as const satisfies Record<SenderProof, string>
