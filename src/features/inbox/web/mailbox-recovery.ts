// What was typed in the dialog of a mailbox when its page was left, without its secret.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Mailbox } from '../mailboxes.contract.ts'

export const mailboxKey = (mailbox?: Mailbox) => `mailbox:${mailbox?.id ?? 'new'}`

/** What to open the dialog with again. */
export const recoverableMailbox = (): Mailbox | 'new' | undefined =>
  hasFormSnapshot(mailboxKey()) ? 'new' : Mailbox.safeParse(snapshotSubject('mailbox:')).data
