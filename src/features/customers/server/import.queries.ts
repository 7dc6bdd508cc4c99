import { type RawBuilder, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { type DetailField, detailNames } from '../billing-details.contract.ts'
import { customerIndex } from '../customer-file.rules.ts'
import type { NewCustomer } from '../customers.contract.ts'
import type { ImportedCustomer } from '../import.contract.ts'
import { mappingDetailErrors } from './billing-details.queries.ts'

/** PostgreSQL accepts at most 65 535 parameters in a statement. */
export const ROWS_PER_STATEMENT = 1000

/**
 * Inserts all customers in the transaction of the request, those with a number first: the series gives the others numbers that are
 * free then. Throws 422 for staff without an organization, and for numbers that are taken or repeated.
 */
export async function importCustomers(db: Db, actor: StaffActor, imported: ImportedCustomer[]) {
  const orgId = organizationOf(actor)
  await refuseTakenNumbers(db, imported)
  const rows = imported
    .map((customer) => ({ id: uuidv7(), ...customer }))
    .toSorted((one, other) => Number(one.customerNumber === null) - Number(other.customerNumber === null))
  await mappingDetailErrors(async () => {
    for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT)
      await insertRows(db, { orgId, createdBy: actor.userId }, rows.slice(first, first + ROWS_PER_STATEMENT))
  })
  await audit(db, actor, { action: 'imported', subject: 'customer', detail: { count: imported.length } })
  return { created: imported.length }
}

type Row = ImportedCustomer & { id: string }

async function insertRows(db: Db, of: { orgId: string; createdBy: string }, rows: Row[]) {
  await db
    .insertInto('customers')
    .values(
      rows.map(({ id, name, email, phone, address, notes, customerNumber }) => ({
        ...of,
        id,
        name,
        email,
        phone,
        address,
        notes,
        customerNumber,
      })),
    )
    .execute()
  const details = rows.filter(hasDetails)
  if (details.length === 0) return
  await db
    .insertInto('billingDetails')
    .values(details.map((row) => ({ ...detailsOf(row), orgId: of.orgId, customerId: row.id })))
    .execute()
}

const detailsOf = (row: Row) =>
  Object.fromEntries(detailNames.map((name) => [name, row[name]])) as Pick<ImportedCustomer, DetailField>

const initialDetails = { isSoleTrader: false, requiresReference: false, country: 'SE' } as const

/** Whether anything but the initial values is filled in. */
const hasDetails = (row: Row) =>
  detailNames.some(
    (name) => row[name] !== (name in initialDetails ? initialDetails[name as keyof typeof initialDetails] : null),
  )

async function refuseTakenNumbers(db: Db, imported: readonly ImportedCustomer[]) {
  const numbers = imported.map(({ customerNumber }) => customerNumber?.toLowerCase())
  const typed = numbers.filter((number) => number !== undefined)
  if (typed.length === 0) return
  const taken = await db
    .selectFrom('customers')
    .select(sql<string>`lower(customer_number)`.as('number'))
    .where(sql<boolean>`lower(customer_number) = any(${typed}::text[])`)
    .execute()
  const used = new Set(taken.map(({ number }) => number))
  const problems = numbers.flatMap((number, index) => {
    if (number === undefined) return []
    const isTaken = used.has(number)
    used.add(number)
    return isTaken ? [[`rows.${index}.customerNumber`, `Kundnumret ${number} används redan`] as const] : []
  })
  if (problems.length > 0) throw invalid('Kundnummer i filen används redan', Object.fromEntries(problems))
}

/** Normalizes like `keyOf` in customer-file.rules.ts. */
const normalized = (name: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(${name} collate "sv-SE-x-icu"), '\\s+', ' ', 'g')`

/** Customers with one of these names, ignoring case and spacing. */
export const namedLike = (names: string[]) =>
  sql<boolean>`${normalized(sql.ref('name'))} in (select ${normalized(sql.ref('requested'))} from unnest(${names}::text[]) requested)`

/** The indexes of the rows that already exist as customers, archived ones included. */
export async function findExistingCustomers(db: Db, rows: Pick<NewCustomer, 'name' | 'email'>[]) {
  const names = [...new Set(rows.map(({ name }) => name))]
  const existing = await db.selectFrom('customers').select(['name', 'email']).where(namedLike(names)).execute()
  const index = customerIndex(existing)
  return { known: rows.flatMap((row, position) => (index.has(row) ? [position] : [])) }
}
