import type { AccessTokens } from '#auth/server/access-token.ts'
import { dashboardRoutes } from '#backoffice/server/dashboard.routes.ts'
import { customerRoutes } from '#customers/server/customers.routes.ts'
import type { App } from '#lib/server/app.ts'
import { timeRoutes } from '#time/server/time.routes.ts'
import { userRoutes } from '#users/server/users.routes.ts'
import { systemRoutes } from './system.routes.ts'

export type FeatureParts = { tokens: AccessTokens; refreshKey: Buffer; appUrl: string; passwordMinLength: number }

/** Every endpoint of the product is registered here and nowhere else. */
export async function registerFeatures(app: App, _parts: FeatureParts) {
  systemRoutes(app)
  customerRoutes(app)
  timeRoutes(app)
  userRoutes(app)
  dashboardRoutes(app)
}
