import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { dashboard } from '../dashboard.contract.ts'
import { firstHour } from '../first-hour.contract.ts'
import { readDashboard } from './dashboard.queries.ts'
import { type FirstHourParts, hideFirstHour, readFirstHour } from './first-hour.queries.ts'

export function dashboardRoutes(app: App, parts: FirstHourParts) {
  serve(app, dashboard.get, ({ db, actor }) => readDashboard(db, actor))
  serve(app, firstHour.get, ({ db, actor }) => readFirstHour(db, actor, parts))
  serve(app, firstHour.hide, ({ db, actor }) => hideFirstHour(db, actor))
}
