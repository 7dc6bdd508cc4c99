import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { equipment } from '../equipment.contract.ts'
import { setTicketEquipment } from './ticket-equipment.queries.ts'

export function ticketEquipmentRoutes(app: App) {
  serve(app, equipment.setOfTicket, ({ db, params, body }) => setTicketEquipment(db, params.id, body.equipmentIds))
}
