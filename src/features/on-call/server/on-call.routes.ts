import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { onCall } from '../on-call.contract.ts'
import { takeAlarm } from './alarms.queries.ts'
import { endOnCall, fillDays, listDays } from './on-call.queries.ts'

export function onCallRoutes(app: App) {
  serve(app, onCall.days, ({ db, query }) => listDays(db, query))
  serve(app, onCall.fill, ({ db, actor, body }) => fillDays(db, actor, body))
  serve(app, onCall.end, ({ db, actor }) => endOnCall(db, actor))
  serve(app, onCall.take, ({ db, actor, params }) => takeAlarm(db, actor, params.id))
}
