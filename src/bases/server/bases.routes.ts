import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { bases } from '../bases.contract.ts'
import { getBasis, listBasisRows, listMonth } from './bases.queries.ts'
import { basisFile } from './basis-file.ts'
import {
  answerQuestion,
  approveForCustomer,
  billBasis,
  removeDraft,
  sendBasis,
  withdrawBasis,
  withdrawNotedApproval,
} from './change-basis.queries.ts'
import { createBasis } from './create-basis.queries.ts'

export function basisRoutes(app: App) {
  serve(app, bases.list, ({ db, query }) => listMonth(db, query.month))
  serve(app, bases.create, async ({ db, actor, body }) => getBasis(db, await createBasis(db, actor, body)))
  serve(app, bases.get, ({ db, params }) => getBasis(db, params.id))
  serve(app, bases.rows, ({ db, params, query }) => listBasisRows(db, params.id, query))
  serve(app, bases.csv, ({ transaction, params }) => basisFile(transaction, params.id))
  serve(app, bases.send, ({ db, actor, params }) => sendBasis(db, actor, params.id))
  serve(app, bases.approve, ({ db, actor, params, body }) => approveForCustomer(db, actor, params.id, body.note))
  serve(app, bases.withdrawApproval, ({ db, actor, params }) => withdrawNotedApproval(db, actor, params.id))
  serve(app, bases.bill, ({ db, actor, params }) => billBasis(db, actor, params.id))
  serve(app, bases.withdraw, ({ db, actor, params, body }) => withdrawBasis(db, actor, params.id, body.reason))
  serve(app, bases.answer, ({ db, actor, params, body }) => answerQuestion(db, actor, params.id, body))
  serve(app, bases.remove, ({ db, actor, params }) => removeDraft(db, actor, params.id))
}
