// What was typed in the dialog of a recurring ticket when the session ended; apart from the dialog, which is loaded when it is
// opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Recurring } from '../recurring.contract.ts'

export const recurringKey = (customerId: string, row?: Recurring) => `recurring:${customerId}:${row?.id ?? 'new'}`

/** What to open the dialog of a customer's recurring tickets with again. */
export const recoverableRecurring = (customerId: string): Recurring | 'new' | undefined =>
  hasFormSnapshot(recurringKey(customerId))
    ? 'new'
    : Recurring.safeParse(snapshotSubject(`recurring:${customerId}:`)).data
