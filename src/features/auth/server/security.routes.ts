import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { security } from '../security.contract.ts'
import { changeSecurity, getSecurity } from './security.queries.ts'
import { listSignIns } from './sign-ins.queries.ts'

export function securityRoutes(app: App) {
  serve(app, security.get, ({ db, actor }) => getSecurity(db, actor))
  serve(app, security.change, ({ db, actor, body }) => changeSecurity(db, actor, body))
  serve(app, security.signIns, ({ db, actor, query }) => listSignIns(db, actor, query))
}
