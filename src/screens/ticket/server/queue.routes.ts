import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { ticketViews } from '../ticket-views.contract.ts'
import { toDo } from '../to-do.contract.ts'
import { createTicketView, listTicketViews, removeTicketView, renameTicketView } from './ticket-views.queries.ts'
import { listToDo } from './to-do.queries.ts'

export function queueRoutes(app: App) {
  serve(app, toDo.list, ({ db, actor, query }) => listToDo(db, actor, query.after))
  serve(app, ticketViews.list, ({ db, actor }) => listTicketViews(db, actor))
  serve(app, ticketViews.create, ({ db, actor, body }) => createTicketView(db, actor, body))
  serve(app, ticketViews.rename, ({ db, params, body }) => renameTicketView(db, params.id, body))
  serve(app, ticketViews.remove, ({ db, params }) => removeTicketView(db, params.id))
}
