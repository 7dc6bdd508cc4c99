// How the sender of a mail was authenticated. Separate from the mailboxes, since the back office loads it with Inkorg.
import { z } from 'zod'

export const senderAuthentications = ['server', 'microsoft', 'dkim', 'none'] as const
export const SenderAuthentication = z.enum(senderAuthentications)
export type SenderAuthentication = z.infer<typeof SenderAuthentication>
export const senderAuthenticationLabels = {
  server: 'Mejlservern har kontrollerat avsändaren',
  microsoft: 'Microsoft har kontrollerat avsändaren',
  dkim: 'Signaturen (DKIM) visar att avsändaren stämmer',
  none: 'Ingen har kontrollerat vem avsändaren är',
} as const satisfies Record<SenderAuthentication, string>
