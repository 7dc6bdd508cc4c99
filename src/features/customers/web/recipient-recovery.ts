// Recovery keys of the dialog of an invoice recipient, in a file of their own because the dialog loads when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Recipient } from '../recipients.contract.ts'

export const recipientKey = (customerId: string, recipient?: Recipient) =>
  `recipient:${customerId}:${recipient?.id ?? 'new'}`

/** What the recipient dialog of this customer was open for when the session ended. */
export const recoverableRecipient = (customerId: string): Recipient | 'new' | undefined =>
  hasFormSnapshot(recipientKey(customerId))
    ? 'new'
    : Recipient.safeParse(snapshotSubject(`recipient:${customerId}:`)).data
