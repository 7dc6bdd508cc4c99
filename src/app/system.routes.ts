import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { system } from './system.contract.ts'

export function systemRoutes(app: App) {
  serve(app, system.health, async () => ({ status: 'ok' as const }))
  serve(app, system.ready, async ({ database }) => {
    await database.ping()
    return { status: 'ok' as const }
  })
  serve(app, system.openapi, async () => app.swagger() as Record<string, unknown>)
}
