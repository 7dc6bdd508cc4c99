import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { searchCounts } from '../search-counts.contract.ts'
import { countSearched } from './search-counts.queries.ts'

export function searchCountRoutes(app: App) {
  serve(app, searchCounts.get, ({ db, query }) => countSearched(db, query.search))
}
