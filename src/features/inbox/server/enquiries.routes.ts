import { renewPresence } from '#features/tickets/server/presence.queries.ts'
import type { Presence } from '#features/tickets/server/presence.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { enquiries } from '../enquiries.contract.ts'
import {
  changeEnquiry,
  enquiryScope,
  getEnquiry,
  listEnquiries,
  readEnquiry,
  removeEnquiry,
} from './enquiries.queries.ts'
import { forwardEnquiry } from './forwards.queries.ts'
import { makeTicket, suggestCustomers } from './making-tickets.queries.ts'
import { replyTo } from './replies.queries.ts'

export function enquiryRoutes(app: App, presence: Presence) {
  serve(app, enquiries.list, ({ db, query }) => listEnquiries(db, query))
  serve(app, enquiries.get, ({ db, params }) => getEnquiry(db, params.id))
  serve(app, enquiries.read, ({ db, params }) => readEnquiry(db, params.id))
  serve(app, enquiries.change, ({ db, actor, params, body }) => changeEnquiry(db, actor, params.id, body))
  serve(app, enquiries.remove, ({ db, actor, params }) => removeEnquiry(db, actor, params.id))
  serve(app, enquiries.reply, ({ db, actor, params, body }) => replyTo(db, actor, params.id, body))
  serve(app, enquiries.forward, ({ db, actor, params, body }) => forwardEnquiry(db, actor, params.id, body))
  serve(app, enquiries.renewPresence, async ({ db, actor, params }) => {
    const { orgId } = await enquiryScope(db, params.id)
    return renewPresence(db, actor, { orgId, rowId: params.id }, presence)
  })
  serve(app, enquiries.endPresence, async ({ db, actor, params }) => {
    const { orgId } = await enquiryScope(db, params.id)
    presence.end({ orgId, rowId: params.id, userId: actor.userId })
  })
  serve(app, enquiries.suggestions, ({ db, params }) => suggestCustomers(db, params.id))
  serve(app, enquiries.makeTicket, ({ db, actor, params, body }) => makeTicket(db, actor, params.id, body))
}
