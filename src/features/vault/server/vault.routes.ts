import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { vault } from '../vault.contract.ts'
import type { Sealed } from './envelope.ts'
import { getState, readText, restoreVersion, saveText } from './vault.queries.ts'
import type { VaultKeys } from './vault-keys.ts'
import { listAccessLog, listVersions, replaceEnvelope, type SealedRow } from './vault-rows.queries.ts'

export function vaultRoutes(app: App, keys: VaultKeys) {
  /**
   * Re-encrypts in a transaction of its own, since the request's role may not update, and in the background. The next read
   * retries a failure.
   */
  const onMisbound = (row: SealedRow, sealed: Sealed) =>
    void app.database
      .as('owner', (db) => replaceEnvelope(db, row, sealed))
      .then((rows) => {
        if (rows > 0) app.log.warn('re-encrypted technical information that was bound to its id in upper case')
      })
      .catch((err) => app.log.error({ err }, 'technical information could not be re-encrypted'))

  serve(app, vault.get, ({ db, actor, params }) => getState({ db, keys, onMisbound, actor }, params.id))
  serve(app, vault.read, ({ db, actor, params, body, request }) =>
    readText({ db, keys, onMisbound, actor, ip: request.ip }, params.id, body.reason),
  )
  serve(app, vault.save, ({ db, actor, params, body, request }) =>
    saveText({ db, keys, onMisbound, actor, ip: request.ip }, params.id, body),
  )
  serve(app, vault.restore, ({ db, actor, params, body, request }) =>
    restoreVersion({ db, keys, onMisbound, actor, ip: request.ip }, params.id, body),
  )
  serve(app, vault.versions, ({ db, params, query }) => listVersions(db, params.id, query.after))
  serve(app, vault.log, ({ db, params, query }) => listAccessLog(db, params.id, query.after))
}
