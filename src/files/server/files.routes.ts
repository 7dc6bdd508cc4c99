import type { App } from '#lib/server/app.ts'
import { acceptFile } from '#lib/server/file-body.ts'
import { serve } from '#lib/server/serve.ts'
import { files } from '../files.contract.ts'
import { readFile, readPreview } from './download.ts'
import { removeOwnFile } from './files.queries.ts'
import { receiveFile, type UploadLimits } from './receive-file.ts'

export type { UploadLimits } from './receive-file.ts'

export async function fileRoutes(app: App, limits: UploadLimits = {}) {
  serve(app, files.download, ({ transaction, params }) => readFile(transaction, params.id))
  serve(app, files.preview, ({ transaction, params }) => readPreview(transaction, params.id))
  serve(app, files.remove, ({ db, actor, params }) => removeOwnFile(db, actor, params.id))
  await app.register(async (plugin) => {
    const scope = plugin as unknown as App
    acceptFile(scope)
    serve(scope, files.upload, ({ query, ...upload }) => receiveFile({ ...upload, limits }, query))
  })
}
