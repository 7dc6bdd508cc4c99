// What was typed in the dialog of a contact when the session ended; apart from the dialog, which is loaded when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Contact } from '../contacts.contract.ts'

export const contactKey = (customerId: string, contact?: Contact) => `contact:${customerId}:${contact?.id ?? 'new'}`

/** What to open the dialog of a customer's contacts with again. */
export const recoverableContact = (customerId: string): Contact | 'new' | undefined =>
  hasFormSnapshot(contactKey(customerId)) ? 'new' : Contact.safeParse(snapshotSubject(`contact:${customerId}:`)).data
