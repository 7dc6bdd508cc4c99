import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { merging } from '../merging.contract.ts'
import { changeMerge, listOthers, relateTickets, unrelateTickets } from './merging.queries.ts'

export function mergingRoutes(app: App) {
  serve(app, merging.others, ({ db, params, query }) => listOthers(db, params.id, query))
  serve(app, merging.merge, ({ db, params, body }) => changeMerge(db, params.id, body))
  serve(app, merging.relate, ({ db, actor, params, body }) => relateTickets(db, actor, params.id, body.relatedId))
  serve(app, merging.unrelate, ({ db, params }) => unrelateTickets(db, params.id, params.relatedId))
}
