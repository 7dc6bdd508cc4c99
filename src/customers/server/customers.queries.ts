import { type Kysely, sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import type { Schema } from '#db/schema.ts'
import { uuidv7 } from '#db/uuid.ts'
import { PAGE_SIZE } from '#lib/contract.ts'
import { conflict, notFound } from '#lib/server/app-error.ts'
import { page, positionOf } from '#lib/server/keyset.ts'
import { organizationOf } from '#lib/server/organization.ts'
import {
  type ChangedCustomer,
  CUSTOMER_NOT_FOUND,
  type CustomerFilter,
  type NewCustomer,
} from '../customers.contract.ts'

const NAMES_SHOWN = 50

const columns = ['id', 'name', 'email', 'phone', 'address', 'notes', 'version', 'archivedAt', 'createdAt'] as const
const inSwedishOrder = sql`name collate "sv-SE-x-icu"`

/** Wildcards of a person's text are letters, not wildcards. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The digits of a number behind its country or trunk prefix: '+46 70-12' and '07012' are both '7012'. */
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^(?:00460?|460?|0)/, '')
const phoneDigits = sql<string>`regexp_replace(regexp_replace(phone, '\\D', '', 'g'), '^(00460?|460?|0)', '')`
const isLikePhone = (text: string) => /^[\d\s+().\-/]+$/.test(text) && digitsOf(text).length >= 2

type CustomersFilter = { search?: string | undefined; archived?: boolean | undefined }

const customersWhere = (db: Kysely<Schema>, { search = '', archived }: CustomersFilter) =>
  db
    .selectFrom('customers')
    .where('archivedAt', archived ? 'is not' : 'is', null)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          ...(['name', 'email', 'phone', 'address'] as const).map((column) => eb(column, 'ilike', containing(search))),
          ...(isLikePhone(search) ? [eb(phoneDigits, 'like', containing(digitsOf(search)))] : []),
        ]),
      ),
    )

type Position = { name: string; id: string }

/** Customers in Swedish order, from behind a position on. */
const customersBehind = (db: Db, filter: CustomersFilter, position: Position | undefined, count: number) =>
  customersWhere(db, filter)
    .select(columns)
    .$if(position !== undefined, (query) =>
      query.where(
        sql<boolean>`(name collate "sv-SE-x-icu", id) > (${position?.name} collate "sv-SE-x-icu", ${position?.id}::uuid)`,
      ),
    )
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .limit(sql.lit(count))
    .execute()

const EXPORT_BATCH = 500

/** All that match, a batch at a time: the register need not fit in memory. */
export async function* everyCustomer(db: Db, filter: CustomersFilter) {
  let position: Position | undefined
  do {
    const rows = await customersBehind(db, filter, position, EXPORT_BATCH)
    yield* rows
    position = rows.length === EXPORT_BATCH ? rows.at(-1) : undefined
  } while (position)
}

export async function listCustomers(db: Db, { after, ...filter }: CustomerFilter) {
  const position = positionOf(after, ['name', 'id'])
  const [rows, { total }] = await Promise.all([
    customersBehind(db, filter, position, PAGE_SIZE + 1),
    customersWhere(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...page(rows, ({ name, id }) => ({ name, id })), total }
}

export function listCustomerNames(
  db: Db,
  { search, includeArchived }: { search?: string | undefined; includeArchived?: boolean | undefined },
) {
  return db
    .selectFrom('customers')
    .select((eb) => ['id', 'name', eb('archivedAt', 'is not', null).as('isArchived')])
    .$if(!includeArchived, (query) => query.where('archivedAt', 'is', null))
    .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')))
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .limit(sql.lit(NAMES_SHOWN))
    .$narrowType<{ isArchived: boolean }>()
    .execute()
}

export async function getCustomer(db: Db, id: string) {
  const row = await db.selectFrom('customers').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  return row
}

/**
 * The customer, kept from being removed or archived until the end of this transaction: for whoever hangs a row on it. Waits
 * for whoever is removing it. Throws 404 for nobody's customer.
 */
export async function holdCustomer(db: Db, id: string) {
  const row = await db.selectFrom('customers').select(columns).where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  return row
}

/** Throws 422 for staff without an organization. */
export async function createCustomer(db: Db, actor: StaffActor, customer: NewCustomer) {
  const created = await db
    .insertInto('customers')
    .values({ ...customer, orgId: organizationOf(actor), id: uuidv7(), createdBy: actor.userId })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await audit(db, actor, { action: 'created', subject: 'customer', subjectId: created.id })
  return created
}

/** Throws 404 for nobody's customer and 409 with the current row for an old version. */
export async function changeCustomer(db: Db, actor: StaffActor, id: string, { version, ...customer }: ChangedCustomer) {
  const changed = await db
    .updateTable('customers')
    .set({ ...customer, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()
  if (!changed) throw conflict(await getCustomer(db, id))
  await audit(db, actor, {
    action: 'changed',
    subject: 'customer',
    subjectId: id,
    detail: { version: changed.version },
  })
  return changed
}

/** Deletes a customer that nothing refers to; any other is archived, since bookkeeping and history are kept. */
export async function removeCustomer(
  db: Db,
  actor: StaffActor,
  id: string,
): Promise<{ outcome: 'deleted' | 'archived' }> {
  // Held from here on: what is being hung on them now is waited for, and seen by the statement behind.
  const held = await db.selectFrom('customers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!held) throw notFound(CUSTOMER_NOT_FOUND)
  const deleted = await db
    .deleteFrom('customers')
    .where('id', '=', id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('tickets').select('id').where('customerId', '=', id))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('timeEntries').select('id').where('customerId', '=', id))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('customerUsers').select('userId').where('customerId', '=', id))))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('customerCredentials').select('version').where('customerId', '=', id))),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom('reports').select('id').where('customerId', '=', id))))
    .returning('id')
    .executeTakeFirst()
  if (!deleted) {
    await db
      .updateTable('customers')
      .set({ archivedAt: sql`now()` })
      .where('id', '=', id)
      .where('archivedAt', 'is', null)
      .execute()
  }
  const outcome = deleted ? 'deleted' : 'archived'
  await audit(db, actor, { action: outcome, subject: 'customer', subjectId: id })
  return { outcome }
}

export async function restoreCustomer(db: Db, actor: StaffActor, id: string) {
  await db.updateTable('customers').set({ archivedAt: null }).where('id', '=', id).execute()
  await audit(db, actor, { action: 'restored', subject: 'customer', subjectId: id })
  return getCustomer(db, id)
}
