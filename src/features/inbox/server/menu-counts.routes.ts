import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { menuCounts } from '../menu-counts.contract.ts'
import { countForMenu } from './menu-counts.queries.ts'

export function menuCountRoutes(app: App, { hasMailServer }: { hasMailServer: boolean }) {
  serve(app, menuCounts.get, ({ db }) => countForMenu(db, hasMailServer))
}
