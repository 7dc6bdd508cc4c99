import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { dashboard } from '../dashboard.contract.ts'
import { readDashboard } from './dashboard.queries.ts'

export function dashboardRoutes(app: App) {
  serve(app, dashboard.get, ({ db, actor }) => readDashboard(db, actor))
}
