import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { containing } from '#platform/database/like-pattern.ts'
import type { Schema } from '#platform/database/schema.ts'
import { hasText, idsWithText, wholeFirst } from '#platform/database/search-words.ts'
import { afterName, inSwedishOrder } from '#platform/database/swedish-order.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type AppError, conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { asciiSearch } from '#shared/email.rules.ts'
import {
  ADDRESS_IS_WRITTEN,
  type ChangedCustomer,
  CUSTOMER_NOT_FOUND,
  Customer,
  type CustomerFilter,
  type CustomerSelection,
  customerFields,
  type ListedCustomer,
  type NewCustomer,
} from '../customers.contract.ts'

const NAMES_MAX = 50

const columns = [
  ...customerFields,
  ...(['id', 'version', 'archivedAt', 'createdAt', 'isPrivate', 'customerNumber', 'hasPostalAddress'] as const),
] as const

/** The pattern of a search that may be a part of a telephone number, for the stored digits; otherwise null. */
export const digitsContaining = (search: string) => sql<string | null>`'%' || searched_digits(${search}) || '%'`

/** search_customers is a definer function that can use the text indexes; the rows of its ids are read with row-level security. */
export const idsWithWhole = (text: string) =>
  sql`select search_customers(${containing(text)}, ${containing(asciiSearch(text))}, ${digitsContaining(text)}) as id`

/** The customers that a search finds; each word of several may be in another text. */
export const searchedIds = (search: string) => idsWithText(search, idsWithWhole)

/**
 * `found` names the ids of the search, which a statement for several purposes reads only once. With `is true` the ids are compared
 * with the rows in the order of an index; the planner would look them up one by one.
 */
const customersWhere = (
  db: Kysely<Schema>,
  { search = '', archived }: CustomerSelection,
  found = searchedIds(search),
) =>
  db
    .selectFrom('customers')
    .where('archivedAt', archived ? 'is not' : 'is', null)
    .$if(search !== '', (query) => query.where(sql<boolean>`(id in (${found})) is true`))

type Position = { name: string; id: string }

/** In Swedish order, after a position (keyset pagination). */
export const customersAfter = <Row>(
  query: SelectQueryBuilder<Schema, 'customers', Row>,
  position: Position | undefined,
  count: number,
) =>
  query
    .$call((rows) => (position ? rows.where(afterName(position)) : rows))
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .limit(sql.lit(count))

const EXPORT_BATCH = 500

/** All matching customers in batches, so that they never all have to fit in memory. */
export async function* streamCustomerBatches(db: Db, filter: CustomerSelection) {
  let position: Position | undefined
  do {
    const rows = await customersAfter(customersWhere(db, filter).select(columns), position, EXPORT_BATCH).execute()
    yield rows
    position = rows.length === EXPORT_BATCH ? rows.at(-1) : undefined
  } while (position)
}

/**
 * A page of customers by name, with their number of portal logins, and the total number of matches. Names and ids are read from
 * the index in its order, so that the rows of other pages are not.
 */
export async function listCustomers(db: Db, { after, ...filter }: CustomerFilter) {
  const position = positionOf(after, ['name', 'id'])
  const matching = customersWhere(db, filter, sql`select id from found`)
  // Always at least one row, with the total.
  const { rows } = await sql<ListedCustomer & { total: number }>`
    with found as materialized (${filter.search ? searchedIds(filter.search) : sql`select null::uuid as id`}),
      place as materialized (${customersAfter(matching.select(['id', 'name']), position, PAGE_SIZE + 1)}),
      listed as materialized (${db.selectFrom('customers').select(columns).where(sql<boolean>`id = any(array(select id from place))`)}),
      counted as (${matching.select((eb) => eb.fn.countAll<number>().as('total'))})
    select listed.*, coalesce(counts.logins, 0) as logins, total
    from counted left join listed on true
      left join count_logins(array(select id from place)) counts on counts.customer_id = listed.id
    order by ${inSwedishOrder}, id`.execute(db)
  const [{ total } = { total: 0 }] = rows
  return {
    ...page(
      rows.filter(({ id }) => id !== null),
      ({ name, id }) => ({ name, id }),
    ),
    total,
  }
}

/** Sorts names that begin with the text first, then those with a word that does, then the others. */
export const closenessTo = (text: string, name = sql.ref('name')) =>
  sql`case when ${name} ilike ${containing(text).slice(1)} then 0
    when translate(${name}, '-/&(."', '      ') ilike ${`% ${containing(text).slice(1)}`} then 1 else 2 end`

const nameHas = (text: string) => sql<boolean>`name ilike ${containing(text)}`

/** The first matching names, for pickers; those that begin with the text first, then those with a word that does. */
export function listCustomerNames(
  db: Db,
  { search, includeArchived }: { search?: string | undefined; includeArchived?: boolean | undefined },
) {
  return db
    .selectFrom('customers')
    .select((eb) => ['id', 'name', eb('archivedAt', 'is not', null).as('isArchived')])
    .$if(!includeArchived, (query) => query.where('archivedAt', 'is', null))
    .$if(Boolean(search), (query) => query.where(hasText(search ?? '', nameHas)).orderBy(closenessTo(search ?? '')))
    .$call(wholeFirst(search ?? '', nameHas))
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .limit(sql.lit(NAMES_MAX))
    .$narrowType<{ isArchived: boolean }>()
    .execute()
}

export const customerById = (db: Kysely<Schema>, id: string) =>
  db.selectFrom('customers').select(columns).where('id', '=', id)

/** Throws 404 for an unknown customer. */
export async function getCustomer(db: Db, id: string) {
  const row = await customerById(db, id).executeTakeFirst()
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  return row
}

/**
 * Locks the customer row (`for key share`) until the transaction ends, so that it is not removed or archived while a row
 * referring to it is inserted. Waits for a concurrent removal. Throws 404 for an unknown customer.
 */
export async function lockCustomer(db: Db, id: string) {
  const row = await customerById(db, id).forKeyShare().executeTakeFirst()
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  return row
}

const archivedCustomer = () => invalidField('customerId', 'Kunden är arkiverad. Välj en annan kund.')

/** Locks the customer as `lockCustomer` does; throws 422, by default on the field `customerId`, for an archived one. */
export async function lockActiveCustomer(db: Db, id: string, refusal: () => AppError = archivedCustomer) {
  const customer = await lockCustomer(db, id)
  if (customer.archivedAt !== null) throw refusal()
  return customer
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

const isWritten = () => invalidField('address', ADDRESS_IS_WRITTEN)

/**
 * Throws 404 for an unknown customer, 409 with the current row for an outdated version, and 422 for another address than that of
 * the billing details.
 */
export async function changeCustomer(db: Db, actor: StaffActor, id: string, { version, ...customer }: ChangedCustomer) {
  const changed = await onConstraint({ customers_written_address: isWritten }, () =>
    db
      .updateTable('customers')
      .set({ ...customer, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(columns)
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Customer, await getCustomer(db, id))
  await audit(db, actor, {
    action: 'changed',
    subject: 'customer',
    subjectId: id,
    detail: { version: changed.version },
  })
  return changed
}
