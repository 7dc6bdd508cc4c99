import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { credentials } from '../credentials.contract.ts'
import { listDeeds, listVersions } from './credentials.queries.ts'
import { getState, readText, restoreVersion, saveText } from './vault.queries.ts'
import type { VaultKeys } from './vault-keys.ts'

export function credentialRoutes(app: App, keys: VaultKeys) {
  serve(app, credentials.get, ({ db, params }) => getState(db, keys, params.id))
  serve(app, credentials.read, ({ db, actor, params, request }) =>
    readText({ db, keys, actor, ip: request.ip }, params.id),
  )
  serve(app, credentials.save, ({ db, actor, params, body, request }) =>
    saveText({ db, keys, actor, ip: request.ip }, params.id, body),
  )
  serve(app, credentials.restore, ({ db, actor, params, body, request }) =>
    restoreVersion({ db, keys, actor, ip: request.ip }, params.id, body),
  )
  serve(app, credentials.versions, ({ db, params, query }) => listVersions(db, params.id, query.after))
  serve(app, credentials.log, ({ db, params, query }) => listDeeds(db, params.id, query.after))
}
