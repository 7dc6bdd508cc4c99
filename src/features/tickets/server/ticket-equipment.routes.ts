import { equipment } from '#features/equipment/equipment.contract.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { setTicketEquipment } from './ticket-equipment.queries.ts'

export function ticketEquipmentRoutes(app: App) {
  serve(app, equipment.setOfTicket, ({ db, params, body }) => setTicketEquipment(db, params.id, body.equipmentIds))
}
