import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { dashboard } from '../dashboard.contract.ts'
import { readDashboard } from './dashboard.queries.ts'

export function dashboardRoutes(app: App) {
  serve(app, dashboard.get, ({ db, actor }) => readDashboard(db, actor))
}
