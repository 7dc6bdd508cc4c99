import type { App } from '#platform/http/app.ts'
import { acceptFile } from '#platform/http/file-body.ts'
import { serve } from '#platform/http/serve.ts'
import { FILE_QUOTA_GB, files } from '../files.contract.ts'
import { changeQuota, getFileUsage, removeOwnFile } from './files.queries.ts'
import { readFile, readPreview } from './read-file.ts'
import { type Receiving, receiveFile } from './receive-file.ts'

type FileParts = Receiving & {
  /** The operator's limit for an organization, in gigabytes. */
  maxGigabytes?: number | undefined
}

export async function fileRoutes(app: App, { maxGigabytes = FILE_QUOTA_GB.max, ...limits }: FileParts = {}) {
  serve(app, files.usage, ({ db }) => getFileUsage(db))
  serve(app, files.changeQuota, ({ db, actor, body }) => changeQuota(db, actor, body.gigabytes, maxGigabytes))
  serve(app, files.download, ({ transaction, params }) => readFile(transaction, params.id))
  serve(app, files.preview, ({ transaction, params }) => readPreview(transaction, params.id))
  serve(app, files.remove, ({ db, actor, params }) => removeOwnFile(db, actor, params.id))
  await app.register(async (plugin) => {
    const scope = plugin as unknown as App
    acceptFile(scope)
    serve(scope, files.upload, ({ query, ...upload }) => receiveFile({ ...upload, limits }, query))
  })
}
