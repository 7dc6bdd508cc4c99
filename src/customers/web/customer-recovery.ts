// What was typed in the customer dialog when the session ended; apart from the dialog, which is loaded when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#lib/web/form-recovery.ts'
import { Customer } from '../customers.contract.ts'

const KEY = 'customer:'

export const recoveryKey = (customer: Customer | undefined) => `${KEY}${customer?.id ?? 'new'}`

/** The customer as it was when the dialog was opened: of one customer, or of any. */
export const recoverableCustomer = (customer?: Customer) =>
  Customer.safeParse(snapshotSubject(customer ? recoveryKey(customer) : KEY)).data

/** What to open the dialog of the list with again. */
export const recoverableDialog = () => (hasFormSnapshot(recoveryKey(undefined)) ? 'new' : recoverableCustomer())
