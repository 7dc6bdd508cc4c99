// Equipment as tickets and customers' overviews show it, and which of it a ticket is about.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { invalidField, notFound } from '#lib/server/app-error.ts'
import { column, type JsonOf, objectJson, textJson, wordJson } from '#lib/server/ready-json.ts'
import { inSwedishOrder } from '#lib/server/swedish-order.ts'
import { TICKET_NOT_FOUND } from '#tickets/tickets.contract.ts'
import { type NamedEquipment, WARRANTY_NOTICE_DAYS } from '../equipment.contract.ts'

const namedJson = column<NamedEquipment>(
  objectJson({
    id: wordJson('equipment.id'),
    name: textJson('equipment.name'),
    model: textJson('equipment.model'),
    serial: textJson('equipment.serial'),
    warrantyUntil: wordJson('equipment.warranty_until'),
  }),
)

/** What a ticket is about, by name: a JSON array. */
export const equipmentOf = (ticketId: string) => sql<JsonOf<NamedEquipment[]>>`(
  select '[' || coalesce(string_agg(${namedJson}, ',' order by equipment.name collate "sv-SE-x-icu", equipment.id), '') || ']'
  from ticket_equipment link join equipment on equipment.org_id = link.org_id and equipment.id = link.equipment_id
  where link.ticket_id = ${ticketId}
)`

/** A customer's equipment in use whose warranty ends within `WARRANTY_NOTICE_DAYS` of `today`, the first to end first: a JSON array. */
export const expiringEquipmentOf = (customerId: string, today: string) => sql<JsonOf<NamedEquipment[]>>`(
  select '[' || coalesce(string_agg(${namedJson}, ',' order by equipment.warranty_until, equipment.id), '') || ']'
  from equipment where equipment.customer_id = ${customerId} and equipment.archived_at is null
    and equipment.warranty_until between ${today}::date and ${today}::date + ${sql.lit(WARRANTY_NOTICE_DAYS)}
)`

/** How much equipment of a customer is in use. */
export const countEquipmentOf = (customerId: string) => sql<number>`(
  select count(*)::int from equipment where customer_id = ${customerId} and archived_at is null)`

/**
 * Sets what a ticket is about. Throws 404 for a ticket that the actor may not see, and 422 for equipment that is not its
 * customer’s. What was chosen before it was taken out of use may stay.
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
  return db
    .selectFrom('ticketEquipment')
    .innerJoin('equipment', 'equipment.id', 'ticketEquipment.equipmentId')
    .select(['id', 'name', 'model', 'serial', 'warrantyUntil'])
    .where('ticketId', '=', ticketId)
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .execute()
}

/** The lock keeps what is chosen from being taken out of use meanwhile. */
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
