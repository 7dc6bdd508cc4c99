import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { recomputation } from '../recomputation.contract.ts'
import { readProgress } from './recompute-answers.ts'

export function recomputationRoutes(app: App) {
  serve(app, recomputation.progress, async ({ db }) => ({ progress: await readProgress(db) }))
}
