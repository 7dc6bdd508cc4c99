import type { App } from '#platform/http/app.ts'
import { AppError } from '#platform/http/app-error.ts'
import { serve } from '#platform/http/serve.ts'
import { system } from './system.contract.ts'

export function systemRoutes(app: App) {
  serve(app, system.health, async () => ({ status: 'ok' as const }))
  serve(app, system.ready, async ({ database }) => {
    if (app.lifecycle.isStopping)
      throw new AppError(503, 'stopping', 'Tjänsten startas om. Försök igen om en liten stund.', {
        retryAfterSeconds: 2,
        isExpected: true,
      })
    await database.ping()
    return { status: 'ok' as const }
  })
  serve(app, system.openapi, async () => app.swagger() as Record<string, unknown>)
}
