// What was typed in a dialog of a customer when the session ended; apart from the dialogs, which are loaded when they are opened.
import { z } from 'zod'
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Contact } from '../contacts.contract.ts'
import { Customer } from '../customers.contract.ts'

const KEY = 'customer:'

export const recoveryKey = (customer: Customer | undefined) => `${KEY}${customer?.id ?? 'new'}`

/** The customer as it was when the dialog was opened: of one customer, or of any. */
export const recoverableCustomer = (customer?: Customer) =>
  Customer.safeParse(snapshotSubject(customer ? recoveryKey(customer) : KEY)).data

/** What to open the dialog of the list with again. */
export const recoverableDialog = () => (hasFormSnapshot(recoveryKey(undefined)) ? 'new' : recoverableCustomer())

const INVITE = 'invite:'

export const inviteKey = ({ id }: Customer) => `${INVITE}${id}`

/** Who is invited: a customer, and which of its contacts when one is chosen to begin with. */
const Invited = z.object({ customer: Customer, contact: Contact.optional() })
export type Invited = z.infer<typeof Invited>

/** Whose invitation was being written. */
export const recoverableInvitation = () => Invited.safeParse(snapshotSubject(INVITE)).data
