import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { time } from '../time.contract.ts'
import { changeTime, createTime, removeTime, restoreTime } from './time.queries.ts'
import { listTime } from './time-list.queries.ts'

export function timeRoutes(app: App) {
  serve(app, time.list, ({ db, actor, query }) => listTime(db, actor, query))
  serve(app, time.create, ({ db, actor, body }) => createTime(db, actor, body))
  serve(app, time.change, ({ db, actor, params, body }) => changeTime(db, actor, params.id, body))
  serve(app, time.remove, ({ db, actor, params }) => removeTime(db, actor, params.id))
  serve(app, time.restore, ({ db, actor, params }) => restoreTime(db, actor, params.id))
}
