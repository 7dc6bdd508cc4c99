import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { ownSessions } from '../own-sessions.contract.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'

export function ownSessionRoutes(app: App) {
  serve(app, ownSessions.list, ({ db, actor }) => listOwnSessions(db, actor))
  serve(app, ownSessions.end, ({ db, actor, params }) => endOwnSession(db, actor, params.id))
  serve(app, ownSessions.endOthers, ({ db, actor }) => endOtherSessions(db, actor))
}
