// The equipment that tickets and customers' overviews show.
import { type Kysely, sql } from 'kysely'
import { WARRANTY_NOTICE_DAYS } from '#features/equipment/equipment.contract.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inSwedishOrder } from '#platform/database/swedish-order.ts'
import { invalidField, notFound } from '#platform/http/app-error.ts'
import { TICKET_NOT_FOUND } from '../tickets.contract.ts'

const namedColumns = [
  'equipment.id',
  'equipment.name',
  'equipment.model',
  'equipment.serial',
  'equipment.warrantyUntil',
] as const

/** The equipment that a ticket is about, by name. */
export const equipmentOfTicket = (db: Kysely<Schema>, ticketId: string) =>
  db
    .selectFrom('ticketEquipment')
    .innerJoin('equipment', (join) =>
      join
        .onRef('equipment.orgId', '=', 'ticketEquipment.orgId')
        .onRef('equipment.id', '=', 'ticketEquipment.equipmentId'),
    )
    .select(namedColumns)
    .where('ticketEquipment.ticketId', '=', ticketId)
    .orderBy(inSwedishOrder)
    .orderBy('equipment.id')

/** A customer's equipment in use whose warranty ends within `WARRANTY_NOTICE_DAYS` of `today`, soonest first. */
export const expiringEquipment = (db: Kysely<Schema>, customerId: string, today: string) =>
  db
    .selectFrom('equipment')
    .select(namedColumns)
    .where('customerId', '=', customerId)
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`warranty_until between ${today}::date and ${today}::date + ${sql.lit(WARRANTY_NOTICE_DAYS)}`)
    .orderBy('warrantyUntil')
    .orderBy('id')

/** Counts a customer's equipment in use. */
export const countEquipment = (db: Db, customerId: string) =>
  db
    .selectFrom('equipment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customerId', '=', customerId)
    .where('archivedAt', 'is', null)

/**
 * Sets the equipment that a ticket is about. Throws 404 for a ticket that the actor may not see, and 422 for equipment of another
 * customer. Equipment chosen earlier may stay after it was taken out of use.
 */
export async function setTicketEquipment(db: Db, ticketId: string, ids: string[]) {
  const ticket = await db
    .selectFrom('tickets')
    .select(['orgId', 'customerId'])
    .where('id', '=', ticketId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!ticket) throw notFound(TICKET_NOT_FOUND)
  const before = await db.selectFrom('ticketEquipment').select('equipmentId').where('ticketId', '=', ticketId).execute()
  const linked = new Set(before.map(({ equipmentId }) => equipmentId))
  const removed = [...linked].filter((id) => !ids.includes(id))
  if (removed.length > 0)
    await db
      .deleteFrom('ticketEquipment')
      .where('ticketId', '=', ticketId)
      .where('equipmentId', 'in', removed)
      .execute()
  const added = ids.filter((id) => !linked.has(id))
  if (added.length > 0) {
    const { orgId, customerId } = ticket
    await refuseForeign(db, customerId, added)
    await db
      .insertInto('ticketEquipment')
      .values(added.map((equipmentId) => ({ orgId, customerId, ticketId, equipmentId })))
      .execute()
  }
  return equipmentOfTicket(db, ticketId).execute()
}

/** Throws 422 for equipment of another customer or out of use; the lock prevents that it is taken out of use meanwhile. */
async function refuseForeign(db: Db, customerId: string, ids: string[]) {
  const found = await db
    .selectFrom('equipment')
    .select('id')
    .where('customerId', '=', customerId)
    .where('archivedAt', 'is', null)
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
  if (found.length < ids.length) throw invalidField('equipmentIds', 'Välj bland den utrustning som kunden använder nu.')
}
