import type { AccessTokens } from '#auth/server/access-token.ts'
import type { App } from '#lib/server/app.ts'
import { systemRoutes } from './system.routes.ts'

export type FeatureParts = { tokens: AccessTokens; refreshKey: Buffer; appUrl: string; passwordMinLength: number }

/** Every endpoint of the product is registered here and nowhere else. */
export async function registerFeatures(app: App, _parts: FeatureParts) {
  systemRoutes(app)
}
