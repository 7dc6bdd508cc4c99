import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { users } from '../users.contract.ts'
import { listStaffNames } from './users.queries.ts'

export function userRoutes(app: App) {
  serve(app, users.names, ({ db }) => listStaffNames(db))
}
