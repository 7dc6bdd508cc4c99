// Recovery keys of the dialogs of a customer, in a file of their own because the dialogs load when they are opened.
import { z } from 'zod'
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Contact } from '../contacts.contract.ts'
import { Customer } from '../customers.contract.ts'

const KEY = 'customer:'

export const recoveryKey = (customer: Customer | undefined) => `${KEY}${customer?.id ?? 'new'}`

/** The customer as it was when its dialog was opened; of any customer when none is given. */
export const recoverableCustomer = (customer?: Customer) =>
  Customer.safeParse(snapshotSubject(customer ? recoveryKey(customer) : KEY)).data

/** What the dialog of the list was open for when the session ended. */
export const recoverableDialog = () => (hasFormSnapshot(recoveryKey(undefined)) ? 'new' : recoverableCustomer())

const INVITE = 'invite:'

export const inviteKey = ({ id }: Customer) => `${INVITE}${id}`

/** The invited customer, and the contact that was chosen initially, if any. */
const Invited = z.object({ customer: Customer, contact: Contact.optional() })
export type Invited = z.infer<typeof Invited>

/** The customer and contact whose invitation was being written. */
export const recoverableInvitation = () => Invited.safeParse(snapshotSubject(INVITE)).data
