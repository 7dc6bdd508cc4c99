import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { archive } from '../archive.contract.ts'
import { listArchive, listYears, reactivateTime, sumArchive } from './archive.queries.ts'

export function archiveRoutes(app: App) {
  serve(app, archive.list, ({ db, query }) => listArchive(db, query))
  serve(app, archive.total, ({ db, query }) => sumArchive(db, query))
  serve(app, archive.years, ({ db }) => listYears(db))
  serve(app, archive.reactivate, ({ db, actor, params }) => reactivateTime(db, actor, params.id))
}
