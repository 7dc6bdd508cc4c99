import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { equipment } from '../equipment.contract.ts'
import {
  archiveEquipment,
  changeEquipment,
  createEquipment,
  listEquipment,
  listEquipmentTypes,
  restoreEquipment,
} from './equipment.queries.ts'

export function equipmentRoutes(app: App) {
  serve(app, equipment.list, ({ db, params, query }) => listEquipment(db, params.id, query))
  serve(app, equipment.types, ({ db }) => listEquipmentTypes(db))
  serve(app, equipment.create, ({ db, actor, params, body }) => createEquipment(db, actor, params.id, body))
  serve(app, equipment.change, ({ db, actor, params, body }) => changeEquipment(db, actor, params.id, body))
  serve(app, equipment.archive, ({ db, actor, params }) => archiveEquipment(db, actor, params.id))
  serve(app, equipment.restore, ({ db, actor, params }) => restoreEquipment(db, actor, params.id))
}
