import type { AccessTokens } from '#auth/server/access-token.ts'
import { authRoutes } from '#auth/server/auth.routes.ts'
import { openPasswords } from '#auth/server/passwords.ts'
import { dashboardRoutes } from '#backoffice/server/dashboard.routes.ts'
import { customerRoutes } from '#customers/server/customers.routes.ts'
import type { App } from '#lib/server/app.ts'
import { timeRoutes } from '#time/server/time.routes.ts'
import { userRoutes } from '#users/server/users.routes.ts'
import { systemRoutes } from './system.routes.ts'

export type FeatureParts = { tokens: AccessTokens; refreshKey: Buffer; passwordMinLength: number }

/** Every endpoint of the product is registered here and nowhere else. */
export async function registerFeatures(app: App, { tokens, refreshKey, passwordMinLength }: FeatureParts) {
  const passwords = openPasswords({ minLength: passwordMinLength })
  systemRoutes(app)
  await authRoutes(app, { tokens, refreshKey, passwords })
  customerRoutes(app)
  timeRoutes(app)
  userRoutes(app)
  dashboardRoutes(app)
}
