import { z } from 'zod'
import {
  get,
  Id,
  IdParams,
  optionalEmail,
  optionalLine,
  optionalText,
  post,
  put,
  requiredLine,
  Version,
} from '#shared/contract.ts'
import { FULL_NAME_MAX, PHONE_MAX } from '#shared/limits.rules.ts'

export const CONTACT_TITLE_MAX = 200
export const CONTACT_NOTE_MAX = 5000
export const CONTACT_NOT_FOUND = 'Kontakten hittades inte'
export const CONTACT_EMAIL_TAKEN = 'Kunden har redan en kontakt med den e-postadressen'

const inputFields = {
  name: requiredLine('Namn krävs').max(FULL_NAME_MAX, `Namn får max vara ${FULL_NAME_MAX} tecken`),
  title: optionalLine(CONTACT_TITLE_MAX),
  phone: optionalLine(PHONE_MAX),
  mobile: optionalLine(PHONE_MAX),
  email: optionalEmail,
  note: optionalText(CONTACT_NOTE_MAX),
}

export type ContactField = keyof typeof inputFields

/** The labels of a contact's fields, in the order of its form, its page and the edit conflict. */
export const contactLabels: Record<ContactField, string> = {
  name: 'Namn',
  title: 'Titel',
  phone: 'Telefon',
  mobile: 'Mobil',
  email: 'E-post',
  note: 'Anteckning',
}
export const contactFields = Object.keys(contactLabels) as ContactField[]

export const NewContact = z.strictObject(inputFields)
export type NewContact = z.output<typeof NewContact>

export const ChangedContact = z.strictObject({ ...inputFields, version: Version })
export type ChangedContact = z.output<typeof ChangedContact>

/** A person at a customer, visible to staff only. */
export const Contact = z.object({
  id: Id,
  name: z.string(),
  title: z.string().nullable(),
  phone: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  archivedAt: z.iso.datetime().nullable(),
  version: z.int(),
})
export type Contact = z.infer<typeof Contact>

const ContactParams = z.strictObject({ id: Id, contactId: Id })

export const contacts = {
  list: get('/api/customers/:id/contacts', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s contacts by name, the archived ones last',
    params: IdParams,
    returns: z.array(Contact),
  }),
  create: post('/api/customers/:id/contacts', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Adds a contact to a customer',
    params: IdParams,
    body: NewContact,
    returns: Contact,
    creates: true,
  }),
  change: put('/api/customers/:id/contacts/:contactId', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Changes a contact; 409 with the current row for an outdated version',
    params: ContactParams,
    body: ChangedContact,
    returns: Contact,
  }),
  archive: post('/api/customers/:id/contacts/:contactId/archive', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Archives a contact; 422 while it has a login that is not revoked, 409 for an archived one',
    params: ContactParams,
    returns: Contact,
  }),
  restore: post('/api/customers/:id/contacts/:contactId/restore', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Restores an archived contact; 422 when another has its e-mail address, 409 for an active one',
    params: ContactParams,
    returns: Contact,
  }),
}
