import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { portalBases } from '../portal-bases.contract.ts'
import { listBasisRows } from './bases.queries.ts'
import { approveBasis, askAboutRow, getPortalBasis, listPortalBases, withdrawApproval } from './portal-bases.queries.ts'

export function portalBasisRoutes(app: App) {
  serve(app, portalBases.list, ({ db }) => listPortalBases(db))
  serve(app, portalBases.get, ({ db, params }) => getPortalBasis(db, params.id))
  serve(app, portalBases.rows, ({ db, params, query }) => listBasisRows(db, params.id, query))
  serve(app, portalBases.approve, ({ db, actor, params }) => approveBasis(db, actor, params.id))
  serve(app, portalBases.withdrawApproval, ({ db, actor, params }) => withdrawApproval(db, actor, params.id))
  serve(app, portalBases.ask, ({ db, actor, params, body }) => askAboutRow(db, actor, params.id, body))
}
