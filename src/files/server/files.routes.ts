import type { App } from '#lib/server/app.ts'
import { acceptFile } from '#lib/server/file-body.ts'
import { serve } from '#lib/server/serve.ts'
import { files } from '../files.contract.ts'
import { receiveFile, type UploadLimits } from './receive-file.ts'

export type { UploadLimits } from './receive-file.ts'

export async function fileRoutes(app: App, limits: UploadLimits = {}) {
  await app.register(async (plugin) => {
    const scope = plugin as unknown as App
    acceptFile(scope)
    serve(scope, files.upload, ({ query, ...upload }) => receiveFile({ ...upload, limits }, query))
  })
}
