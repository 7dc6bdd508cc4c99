import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { palette } from '../palette.contract.ts'
import { searchEverything } from './palette.queries.ts'

export function paletteRoutes(app: App) {
  serve(app, palette.search, ({ db, query }) => searchEverything(db, query.search))
}
