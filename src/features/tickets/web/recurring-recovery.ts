// Recovery keys of the dialog of a recurring ticket, in a file of their own because the dialog loads when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Recurring } from '../recurring.contract.ts'

export const recurringKey = (customerId: string, row?: Recurring) => `recurring:${customerId}:${row?.id ?? 'new'}`

/** What the recurring-ticket dialog of this customer was open for when the session ended. */
export const recoverableRecurring = (customerId: string): Recurring | 'new' | undefined =>
  hasFormSnapshot(recurringKey(customerId))
    ? 'new'
    : Recurring.safeParse(snapshotSubject(`recurring:${customerId}:`)).data
