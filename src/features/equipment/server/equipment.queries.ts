import { type Kysely, sql } from 'kysely'
import { closenessTo, getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { containing } from '#platform/database/like-pattern.ts'
import type { Schema } from '#platform/database/schema.ts'
import { hasText, idsWithText, wholeFirst } from '#platform/database/search-words.ts'
import { afterName, inSwedishOrder } from '#platform/database/swedish-order.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { alreadyDone, conflict, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import {
  type ChangedEquipment,
  EQUIPMENT_NOT_FOUND,
  EQUIPMENT_TYPES_MAX,
  Equipment,
  type EquipmentFilter,
  type NewEquipment,
} from '../equipment.contract.ts'

const columns = [
  'id',
  'customerId',
  'name',
  'type',
  'model',
  'serial',
  'place',
  'warrantyUntil',
  'note',
  sql<boolean>`archived_at is not null`.as('isArchived'),
  'version',
] as const

const ofCustomer = (db: Kysely<Schema>, customerId: string, { search = '', archived }: EquipmentFilter) =>
  db
    .selectFrom('equipment')
    .where('customerId', '=', customerId)
    .where('archivedAt', archived ? 'is not' : 'is', null)
    .$if(search !== '', (query) =>
      query.where(hasText(search, (text) => sql<boolean>`searched like lower(${containing(text)})`)),
    )

/** A page of a customer's equipment by name. Throws 404 for an unknown customer. */
export async function listEquipment(db: Db, customerId: string, { after, ...filter }: EquipmentFilter) {
  await getCustomer(db, customerId)
  const position = positionOf(after, ['name', 'id'])
  const rows = await ofCustomer(db, customerId, filter)
    .select(columns)
    .$call((query) => (position ? query.where(afterName(position)) : query))
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  return page(rows, ({ name, id }) => ({ name, id }))
}

/** The types of equipment in use of active customers, each in the spelling that is used most, in Swedish order. */
export async function listEquipmentTypes(db: Db): Promise<string[]> {
  // Counted first, as a comparison in Swedish order of every piece would take most of the time.
  const spellings = db
    .selectFrom('equipment')
    .select(['type', (eb) => eb.fn.countAll().as('count')])
    .where('type', 'is not', null)
    .where('archivedAt', 'is', null)
    .where((eb) =>
      eb(
        'customerId',
        'in',
        eb.selectFrom('customers').select('customers.id').where('customers.archivedAt', 'is', null),
      ),
    )
    .groupBy('type')
  const rows = await db
    .selectFrom(spellings.as('spellings'))
    .select(sql<string>`(array_agg(type order by count desc, type))[1]`.as('name'))
    .groupBy(sql`lower(type collate "sv-SE-x-icu")`)
    .orderBy(sql`lower(type collate "sv-SE-x-icu") collate "sv-SE-x-icu"`)
    .limit(sql.lit(EQUIPMENT_TYPES_MAX))
    .execute()
  return rows.map(({ name }) => name)
}

const idsWithWhole = (text: string) => sql`select search_equipment(${containing(text)})`

/** The first equipment in use of active customers that a search finds: with the whole text first, then by how a name begins. */
export const listFirstEquipment = (db: Db, search: string, limit: number) =>
  db
    .selectFrom('equipment')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'equipment.orgId').onRef('customers.id', '=', 'equipment.customerId'),
    )
    .select(['equipment.id', 'equipment.name', 'model', 'serial', 'customerId', 'customers.name as customerName'])
    .where('equipment.archivedAt', 'is', null)
    .where('customers.archivedAt', 'is', null)
    .where(sql<boolean>`equipment.id in (${idsWithText(search, idsWithWhole)})`)
    .$call(wholeFirst(search, (text) => sql`equipment.id in (${idsWithWhole(text)})`))
    .orderBy(closenessTo(search, sql.ref('equipment.name')))
    .orderBy(sql`equipment.name collate "sv-SE-x-icu"`)
    .orderBy('equipment.id')
    .limit(sql.lit(limit))
    .execute()

/** Throws 404 for unknown equipment. */
async function getEquipment(db: Db, id: string) {
  const row = await db.selectFrom('equipment').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(EQUIPMENT_NOT_FOUND)
  return row
}

/** Throws 404 for an unknown customer and 422 for an archived one. */
export async function createEquipment(db: Db, actor: StaffActor, customerId: string, equipment: NewEquipment) {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, customerId, () => invalid('Kunden är arkiverad. Återställ kunden först.'))
  const created = await db
    .insertInto('equipment')
    .values({ ...equipment, orgId, customerId, id: uuidv7(), createdBy: actor.userId })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await audit(db, actor, { action: 'created', subject: 'equipment', subjectId: created.id, detail: { customerId } })
  return created
}

/** Throws 404 for unknown equipment and 409 with the current row for an outdated version. */
export async function changeEquipment(
  db: Db,
  actor: StaffActor,
  id: string,
  { version, ...equipment }: ChangedEquipment,
) {
  const changed = await db
    .updateTable('equipment')
    .set({ ...equipment, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()
  if (!changed) throw conflict(Equipment, await getEquipment(db, id))
  await audit(db, actor, {
    action: 'changed',
    subject: 'equipment',
    subjectId: id,
    detail: { version: changed.version },
  })
  return changed
}

/** Throws 404 for unknown equipment, 409 for equipment that is already archived. */
export const archiveEquipment = (db: Db, actor: StaffActor, id: string) => setArchived(db, actor, id, true)
/** Throws 404 for unknown equipment, 409 for equipment that is not archived. */
export const restoreEquipment = (db: Db, actor: StaffActor, id: string) => setArchived(db, actor, id, false)

async function setArchived(db: Db, actor: StaffActor, id: string, isArchived: boolean) {
  const changed = await db
    .updateTable('equipment')
    .set({ archivedAt: isArchived ? sql`now()` : null })
    .where('id', '=', id)
    .where('archivedAt', isArchived ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getEquipment(db, id)
  if (!changed) throw alreadyDone(Equipment, current)
  await audit(db, actor, { action: isArchived ? 'archived' : 'restored', subject: 'equipment', subjectId: id })
  return current
}
