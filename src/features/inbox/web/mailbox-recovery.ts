// Unsaved input in the mailbox dialog, restored after the page was left, without the secret.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Mailbox } from '../mailboxes.contract.ts'

export const mailboxKey = (mailbox?: Mailbox) => `mailbox:${mailbox?.id ?? 'new'}`

/** The mailbox whose dialog had unsaved input. */
export const recoverableMailbox = (): Mailbox | 'new' | undefined =>
  hasFormSnapshot(mailboxKey()) ? 'new' : Mailbox.safeParse(snapshotSubject('mailbox:')).data
