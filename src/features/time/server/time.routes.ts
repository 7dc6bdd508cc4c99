import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { clocks } from '../clock.contract.ts'
import { expenses } from '../expenses.contract.ts'
import { time } from '../time.contract.ts'
import { findClock, removeClock, resumeClock, startClock, stopClock } from './clock.queries.ts'
import { listArticles, listExpenses } from './expense-list.queries.ts'
import { changeExpense, createExpense, removeExpense, restoreExpense } from './expenses.queries.ts'
import { removeTime, restoreTime } from './time.queries.ts'
import { listTime } from './time-list.queries.ts'
import { changeCheckedTime, createCheckedTime, proposeUntilNow } from './until-now.queries.ts'
import { addCell, changeLength, listWeek } from './week.queries.ts'

export function timeRoutes(app: App) {
  serve(app, time.list, ({ db, actor, query }) => listTime(db, actor, query))
  serve(app, time.week, ({ db, actor, query }) => listWeek(db, actor, query.date))
  serve(app, time.untilNow, ({ db, actor, query }) => proposeUntilNow(db, actor, query))
  serve(app, time.addCell, ({ db, actor, body }) => addCell(db, actor, body))
  serve(app, time.changeLength, ({ db, actor, params, body }) => changeLength(db, actor, params.id, body))
  serve(app, time.create, ({ db, actor, body }) => createCheckedTime(db, actor, body))
  serve(app, time.change, ({ db, actor, params, body }) => changeCheckedTime(db, actor, params.id, body))
  serve(app, time.remove, ({ db, actor, params }) => removeTime(db, actor, params.id))
  serve(app, time.restore, ({ db, actor, params }) => restoreTime(db, actor, params.id))
  serve(app, clocks.own, async ({ db }) => ({ clock: (await findClock(db)) ?? null }))
  serve(app, clocks.start, ({ db, actor, body }) => startClock(db, actor, body))
  serve(app, clocks.stop, ({ db, params }) => stopClock(db, params.id))
  serve(app, clocks.resume, ({ db, params }) => resumeClock(db, params.id))
  serve(app, clocks.discard, ({ db, params }) => removeClock(db, params.id))
  serve(app, expenses.list, ({ db, actor, query }) => listExpenses(db, actor, query))
  serve(app, expenses.articles, ({ db }) => listArticles(db))
  serve(app, expenses.create, ({ db, actor, body }) => createExpense(db, actor, body))
  serve(app, expenses.change, ({ db, actor, params, body }) => changeExpense(db, actor, params.id, body))
  serve(app, expenses.remove, ({ db, actor, params }) => removeExpense(db, actor, params.id))
  serve(app, expenses.restore, ({ db, actor, params }) => restoreExpense(db, actor, params.id))
}
