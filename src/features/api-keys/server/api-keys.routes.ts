import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { apiKeys } from '../api-keys.contract.ts'
import { createKey, listAllKeys, listOwnKeys, revokeKey } from './api-keys.queries.ts'

export function apiKeyRoutes(app: App) {
  serve(app, apiKeys.listOwn, ({ db, actor }) => listOwnKeys(db, actor))
  serve(app, apiKeys.listAll, ({ db }) => listAllKeys(db))
  serve(app, apiKeys.create, ({ db, actor, body }) => createKey(db, actor, body))
  serve(app, apiKeys.revoke, ({ db, actor, params }) => revokeKey(db, actor, params.id))
}
