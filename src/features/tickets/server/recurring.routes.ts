import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { recurring } from '../recurring.contract.ts'
import {
  changeRecurring,
  createRecurring,
  listRecurring,
  pauseRecurring,
  removeRecurring,
  restoreRecurring,
} from './recurring.queries.ts'

export function recurringRoutes(app: App) {
  serve(app, recurring.list, ({ db, params }) => listRecurring(db, params.id))
  serve(app, recurring.create, ({ db, actor, params, body }) => createRecurring(db, actor, params.id, body))
  serve(app, recurring.change, ({ db, actor, params, body }) => changeRecurring(db, actor, params.id, body))
  serve(app, recurring.pause, ({ db, actor, params, body }) => pauseRecurring(db, actor, params.id, body.isPaused))
  serve(app, recurring.remove, ({ db, actor, params }) => removeRecurring(db, actor, params.id))
  serve(app, recurring.restore, ({ db, actor, params }) => restoreRecurring(db, actor, params.id))
}
