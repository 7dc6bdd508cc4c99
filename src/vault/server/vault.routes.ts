import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { credentials } from '../vault.contract.ts'
import type { Sealed } from './envelope.ts'
import { getState, readText, restoreVersion, saveText } from './vault.queries.ts'
import type { VaultKeys } from './vault-keys.ts'
import { listAccessLog, listVersions, replaceEnvelope, type SealedRow } from './vault-rows.queries.ts'

export function vaultRoutes(app: App, keys: VaultKeys) {
  /** Apart from the request, whose role may not, and which need not wait. Whoever reads next tries again. */
  const onMisbound = (row: SealedRow, sealed: Sealed) =>
    void app.database
      .as('owner', (db) => replaceEnvelope(db, row, sealed))
      .then((rows) => {
        if (rows > 0) app.log.warn('technical information was bound to its id in other letters: sealed anew')
      })
      .catch((err) => app.log.error({ err }, 'technical information could not be sealed anew'))

  serve(app, credentials.get, ({ db, params }) => getState({ db, keys, onMisbound }, params.id))
  serve(app, credentials.read, ({ db, actor, params, request }) =>
    readText({ db, keys, onMisbound, actor, ip: request.ip }, params.id),
  )
  serve(app, credentials.save, ({ db, actor, params, body, request }) =>
    saveText({ db, keys, onMisbound, actor, ip: request.ip }, params.id, body),
  )
  serve(app, credentials.restore, ({ db, actor, params, body, request }) =>
    restoreVersion({ db, keys, onMisbound, actor, ip: request.ip }, params.id, body),
  )
  serve(app, credentials.versions, ({ db, params, query }) => listVersions(db, params.id, query.after))
  serve(app, credentials.log, ({ db, params, query }) => listAccessLog(db, params.id, query.after))
}
