import { getDraft, saveDraft } from '#features/tickets/server/drafts.queries.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { portal } from '../portal.contract.ts'
import {
  createPortalComment,
  createPortalTicket,
  getPortalCompany,
  getPortalTicket,
  listPortalTickets,
} from './portal.queries.ts'
import { getPortalPromise } from './portal-promise.queries.ts'
import { listPortalThread } from './portal-thread.queries.ts'

export function portalRoutes(app: App) {
  serve(app, portal.company, ({ db, actor }) => getPortalCompany(db, actor))
  serve(app, portal.promise, ({ db, actor }) => getPortalPromise(db, actor, new Date()))
  serve(app, portal.list, ({ db, actor, query }) => listPortalTickets(db, actor, query.after))
  serve(app, portal.get, ({ db, params }) => getPortalTicket(db, params.id))
  serve(app, portal.create, ({ db, actor, body }) => createPortalTicket(db, actor, body))
  serve(app, portal.thread, ({ db, actor, params }) => listPortalThread(db, actor, params.id))
  serve(app, portal.comment, ({ db, actor, params, body }) => createPortalComment(db, actor, params.id, body))
  serve(app, portal.draft, ({ db, actor, params }) => getDraft(db, actor, params.id))
  serve(app, portal.saveDraft, ({ db, actor, params, body }) =>
    saveDraft(db, actor, params.id, { ...body, isInternal: false }),
  )
}
