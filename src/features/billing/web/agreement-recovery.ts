// Recovery keys of the dialogs of agreements, prepaid hours and terms, in a file of their own because the dialogs load when they are opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { ListedTerms } from '../agreements.contract.ts'

export const agreementKey = (customerId: string) => `agreement:${customerId}`
export const prepaidHoursKey = (customerId: string) => `prepaid-hours:${customerId}`
export const termsKey = (earlier?: ListedTerms) => `terms:${earlier?.id ?? 'new'}`

/** What the dialog was open for when the session ended. */
export const recoverableTerms = (): ListedTerms | 'new' | undefined =>
  hasFormSnapshot(termsKey()) ? 'new' : ListedTerms.safeParse(snapshotSubject('terms:')).data
