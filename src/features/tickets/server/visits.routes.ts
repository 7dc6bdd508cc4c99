import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { visits } from '../visits.contract.ts'
import { visitFile } from './visit-file.ts'
import { cancelVisit, changeVisit, listVisitsOfDays, planVisit } from './visits.queries.ts'

export function visitRoutes(app: App) {
  serve(app, visits.ofDays, ({ db, actor, query }) => listVisitsOfDays(db, actor, query))
  serve(app, visits.create, ({ db, params, body }) => planVisit(db, params.id, body))
  serve(app, visits.change, ({ db, params, body }) => changeVisit(db, params.id, body))
  serve(app, visits.cancel, ({ db, params, body }) => cancelVisit(db, params.id, body.version))
  serve(app, visits.calendar, ({ transaction, params }) => transaction((db) => visitFile(db, params.id)))
}
