import { type RawBuilder, sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { organizationOf } from '#lib/server/organization.ts'
import { knownCustomers } from '../customer-file.rules.ts'
import type { NewCustomer } from '../customers.contract.ts'

/** A statement takes at most 65 535 values. */
const ROWS_A_STATEMENT = 1000

/** Adds them all in the transaction of the call. Throws 422 for staff without an organization. */
export async function importCustomers(db: Db, actor: StaffActor, customers: NewCustomer[]) {
  const orgId = organizationOf(actor)
  for (let first = 0; first < customers.length; first += ROWS_A_STATEMENT) {
    const rows = customers.slice(first, first + ROWS_A_STATEMENT)
    await db
      .insertInto('customers')
      .values(rows.map((customer) => ({ ...customer, orgId, id: uuidv7(), createdBy: actor.userId })))
      .execute()
  }
  await audit(db, actor, { action: 'imported', subject: 'customer', detail: { count: customers.length } })
  return { created: customers.length }
}

const alike = (name: RawBuilder<unknown>) => sql`regexp_replace(lower(${name} collate "sv-SE-x-icu"), '\\s+', ' ', 'g')`

/** Which of them the register has, archived ones too, by their place in the list. */
export async function findKnownCustomers(db: Db, rows: Pick<NewCustomer, 'name' | 'email'>[]) {
  const names = [...new Set(rows.map(({ name }) => name))]
  const there = await db
    .selectFrom('customers')
    .select(['name', 'email'])
    .where(
      sql<boolean>`${alike(sql.ref('name'))} in (select ${alike(sql.ref('given'))} from unnest(${names}::text[]) given)`,
    )
    .execute()
  const register = knownCustomers(there)
  return { known: rows.flatMap((row, place) => (register.has(row) ? [place] : [])) }
}
