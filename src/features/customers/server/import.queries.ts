import { type RawBuilder, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { customerIndex } from '../customer-file.rules.ts'
import type { NewCustomer } from '../customers.contract.ts'

/** PostgreSQL accepts at most 65 535 parameters in a statement. */
export const ROWS_PER_STATEMENT = 1000

/** Inserts all customers in the transaction of the request. Throws 422 for staff without an organization. */
export async function importCustomers(db: Db, actor: StaffActor, customers: NewCustomer[]) {
  const orgId = organizationOf(actor)
  for (let first = 0; first < customers.length; first += ROWS_PER_STATEMENT) {
    const rows = customers.slice(first, first + ROWS_PER_STATEMENT)
    await db
      .insertInto('customers')
      .values(rows.map((customer) => ({ ...customer, orgId, id: uuidv7(), createdBy: actor.userId })))
      .execute()
  }
  await audit(db, actor, { action: 'imported', subject: 'customer', detail: { count: customers.length } })
  return { created: customers.length }
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
