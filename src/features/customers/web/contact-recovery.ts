// Recovery keys of the dialog of a contact, in a file of their own because the dialog loads when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Contact } from '../contacts.contract.ts'

export const contactKey = (customerId: string, contact?: Contact) => `contact:${customerId}:${contact?.id ?? 'new'}`

/** What the contact dialog of this customer was open for when the session ended. */
export const recoverableContact = (customerId: string): Contact | 'new' | undefined =>
  hasFormSnapshot(contactKey(customerId)) ? 'new' : Contact.safeParse(snapshotSubject(`contact:${customerId}:`)).data
