import { type Kysely, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inSwedishOrder } from '#platform/database/swedish-order.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { alreadyDone, conflict, invalid, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import {
  type ChangedContact,
  CONTACT_EMAIL_TAKEN,
  CONTACT_NOT_FOUND,
  Contact,
  contactFields,
  type NewContact,
} from '../contacts.contract.ts'
import { getCustomer, lockCustomer } from './customers.queries.ts'

type ContactOf = { id: string; contactId: string }

const columns = [...contactFields, 'id', 'archivedAt', 'version'] as const

const contactsOf = (db: Kysely<Schema>, customerId: string) =>
  db.selectFrom('contacts').select(columns).where('customerId', '=', customerId)

/** A customer's contacts by name, the archived ones last. Throws 404 for an unknown customer. */
export async function listContacts(db: Db, customerId: string): Promise<Contact[]> {
  await getCustomer(db, customerId)
  return contactsOf(db, customerId)
    .orderBy(sql`archived_at is not null`)
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .execute()
}

/** Throws 404 for an unknown customer and for a contact of another customer. */
export async function getContact(db: Db, { id, contactId }: ContactOf): Promise<Contact> {
  const contact = await contactsOf(db, id).where('id', '=', contactId).executeTakeFirst()
  if (!contact) throw notFound(CONTACT_NOT_FOUND)
  return contact
}

/** Maps the constraint that a customer has one active contact per address to a 422. */
export const mappingContactErrors = <T>(statement: () => Promise<T>) =>
  onConstraint({ contacts_email_is_one_contact: () => invalidField('email', CONTACT_EMAIL_TAKEN) }, statement)

const hasLogin = () => invalid('Personen kan logga in i portalen. Återkalla inloggningen först.')

/** Throws 404 for an unknown customer, 422 when another active contact of the customer has the e-mail address. */
export async function createContact(db: Db, actor: StaffActor, customerId: string, contact: NewContact) {
  await lockCustomer(db, customerId)
  const created = await mappingContactErrors(() =>
    db
      .insertInto('contacts')
      .values({ ...contact, orgId: organizationOf(actor), customerId, id: uuidv7() })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
  await audit(db, actor, { action: 'created', subject: 'contact', subjectId: created.id, detail: { customerId } })
  return created
}

/** Throws 404 for an unknown contact, 409 with the current row for an outdated version, 422 for an address that is taken. */
export async function changeContact(
  db: Db,
  actor: StaffActor,
  of: ContactOf,
  { version, ...contact }: ChangedContact,
): Promise<Contact> {
  const changed = await mappingContactErrors(() =>
    db
      .updateTable('contacts')
      .set({ ...contact, version: version + 1 })
      .where((eb) => eb.and({ customerId: of.id, id: of.contactId, version }))
      .returning(columns)
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Contact, await getContact(db, of))
  await audit(db, actor, {
    action: 'changed',
    subject: 'contact',
    subjectId: of.contactId,
    detail: { version: changed.version },
  })
  return changed
}

/** Throws 404 for an unknown contact, 422 while it has a login that is not revoked, 409 for an archived one. */
export async function archiveContact(db: Db, actor: StaffActor, of: ContactOf): Promise<Contact> {
  await getContact(db, of)
  return setArchived(db, actor, of, { isArchived: true })
}

/**
 * Restores an archived contact. Throws 404 for an unknown one, 409 for one that is not archived, 422 when another active
 * contact has its e-mail address.
 */
export async function restoreContact(db: Db, actor: StaffActor, of: ContactOf): Promise<Contact> {
  await getContact(db, of)
  return setArchived(db, actor, of, { isArchived: false })
}

/** Restores the contact of a reopened login if it is archived. Throws 422 when another contact has its e-mail address. */
export async function restoreContactOfLogin(db: Db, actor: StaffActor, of: ContactOf): Promise<void> {
  const archived = await contactsOf(db, of.id)
    .where('id', '=', of.contactId)
    .where('archivedAt', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!archived) return
  await onConstraint({ contacts_email_is_one_contact: contactOfOther }, () =>
    db
      .updateTable('contacts')
      .set({ archivedAt: null, version: sql`version + 1` })
      .where('id', '=', of.contactId)
      .execute(),
  )
  await audit(db, actor, { action: 'restored', subject: 'contact', subjectId: of.contactId })
}

const contactOfOther = () =>
  invalid(
    'Inloggningens kontakt är arkiverad, och en annan kontakt har samma e-postadress. Ändra eller arkivera den först.',
  )

async function setArchived(db: Db, actor: StaffActor, of: ContactOf, { isArchived }: { isArchived: boolean }) {
  const changed = await onConstraint({ contacts_with_login_are_active: hasLogin }, () =>
    mappingContactErrors(() =>
      db
        .updateTable('contacts')
        .set({ archivedAt: isArchived ? sql`now()` : null, version: sql`version + 1` })
        .where((eb) => eb.and({ customerId: of.id, id: of.contactId }))
        .where('archivedAt', isArchived ? 'is' : 'is not', null)
        .returning(columns)
        .executeTakeFirst(),
    ),
  )
  if (!changed) throw alreadyDone(Contact, await getContact(db, of))
  await audit(db, actor, {
    action: isArchived ? 'archived' : 'restored',
    subject: 'contact',
    subjectId: of.contactId,
  })
  return changed
}
