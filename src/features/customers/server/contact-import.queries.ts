import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { inSwedishOrder } from '#platform/database/swedish-order.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { ImportedContact } from '../contact-import.contract.ts'
import { contactFields } from '../contacts.contract.ts'
import { customerIndex, keyOf } from '../customer-file.rules.ts'
import type { CustomerSelection } from '../customers.contract.ts'
import { streamCustomerBatches } from './customers.queries.ts'
import { namedLike, ROWS_PER_STATEMENT } from './import.queries.ts'

/** The active contacts of all matching customers, by customer and name. */
export async function* streamContacts(db: Db, filter: CustomerSelection) {
  for await (const customers of streamCustomerBatches(db, filter)) {
    const ids = customers.map(({ id }) => id)
    if (ids.length === 0) return
    const rows = await db
      .selectFrom('contacts')
      .select([...contactFields, 'customerId'])
      .where('customerId', 'in', ids)
      .where('archivedAt', 'is', null)
      .orderBy(inSwedishOrder)
      .orderBy('id')
      .execute()
    const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId)
    for (const { id, name, email } of customers)
      for (const contact of byCustomer.get(id) ?? []) yield { ...contact, customer: name, customerEmail: email }
  }
}

type Verdict = { customerId: string; isKnown: boolean } | { problem: string }
type Customer = { id: string; name: string; email: string | null; archivedAt: string | null }

/** The rows that already exist as contacts, archived ones included, or occur earlier in the file, and the rows without a customer. */
export async function checkContacts(db: Db, rows: ImportedContact[]) {
  const verdicts = await judge(db, rows)
  return {
    known: verdicts.flatMap((verdict, row) => ('isKnown' in verdict && verdict.isKnown ? [row] : [])),
    problems: verdicts.flatMap((verdict, row) => ('problem' in verdict ? [{ row, message: verdict.problem }] : [])),
  }
}

/**
 * Inserts all contacts that do not exist, in the transaction of the request. Throws 422 when a row's customer is not found, and
 * for staff without an organization.
 */
export async function importContacts(db: Db, actor: StaffActor, rows: ImportedContact[]) {
  const orgId = organizationOf(actor)
  const verdicts = await judge(db, rows)
  const refused = verdicts.flatMap((verdict, row) =>
    'problem' in verdict ? [[`rows.${row}.customer`, verdict.problem] as const] : [],
  )
  if (refused.length > 0) throw invalid('Alla rader måste ha en kund', Object.fromEntries(refused))
  const added = rows.flatMap(({ customer: _customer, customerEmail: _customerEmail, ...contact }, row) => {
    const verdict = verdicts[row]
    if (!verdict || !('customerId' in verdict) || verdict.isKnown) return []
    return [{ ...contact, orgId, customerId: verdict.customerId, id: uuidv7() }]
  })
  for (let first = 0; first < added.length; first += ROWS_PER_STATEMENT)
    await onConstraint({ contacts_email_is_one_contact: addedMeanwhile }, () =>
      db
        .insertInto('contacts')
        .values(added.slice(first, first + ROWS_PER_STATEMENT))
        .execute(),
    )
  await audit(db, actor, { action: 'imported', subject: 'contact', detail: { count: added.length } })
  return { created: added.length }
}

const addedMeanwhile = () => invalid('Någon annan lade till en av kontakterna samtidigt. Importera filen igen.')

/** The outcome of each row. Locks the customers as `lockCustomer` does. */
async function judge(db: Db, rows: ImportedContact[]): Promise<Verdict[]> {
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'archivedAt'])
    .where(namedLike([...new Set(rows.map(({ customer }) => customer))]))
    .orderBy('id')
    .forKeyShare()
    .execute()
  const byName = Map.groupBy(customers, ({ name }) => keyOf(name))
  const known = await knownContacts(
    db,
    customers.map(({ id }) => id),
  )
  return rows.map((row) => {
    const found = customerOf(row, byName.get(keyOf(row.customer)) ?? [])
    if ('problem' in found) return found
    const contacts = known(found.id)
    const isKnown = contacts.has(row)
    contacts.add(row)
    return { customerId: found.id, isKnown }
  })
}

/** The only active customer with the row's name, and with its e-mail address if the row has one. */
function customerOf({ customerEmail }: ImportedContact, named: Customer[]): Customer | { problem: string } {
  const active = named.filter(({ archivedAt }) => archivedAt === null)
  if (active.length === 0)
    return { problem: named.length > 0 ? 'Kunden är arkiverad' : 'Det finns ingen kund som heter så' }
  const addressed = active.filter(({ email }) => email && customerEmail && keyOf(email) === keyOf(customerEmail))
  const [found, ...others] = active.length === 1 ? active : addressed
  return found && others.length === 0
    ? found
    : { problem: 'Flera kunder heter så. Ange kundens e-postadress i kolumnen Kundens e-post' }
}

/** Indexes of the contacts of each customer; contacts are equal by address, or by name unless their addresses differ. */
async function knownContacts(db: Db, customerIds: string[]) {
  const stored =
    customerIds.length === 0
      ? []
      : await db
          .selectFrom('contacts')
          .select(['customerId', 'name', 'email'])
          .where('customerId', 'in', customerIds)
          .execute()
  const byCustomer = new Map<string, ReturnType<typeof contactIndex>>()
  const of = (customerId: string) => {
    const index = byCustomer.get(customerId) ?? contactIndex()
    byCustomer.set(customerId, index)
    return index
  }
  for (const contact of stored) of(contact.customerId).add(contact)
  return of
}

type Named = { name: string; email: string | null }

function contactIndex() {
  const [byName, emails] = [customerIndex(), new Set<string>()]
  return {
    add: (contact: Named) => {
      byName.add(contact)
      if (contact.email) emails.add(keyOf(contact.email))
    },
    has: (contact: Named) => byName.has(contact) || (contact.email !== null && emails.has(keyOf(contact.email))),
  }
}
