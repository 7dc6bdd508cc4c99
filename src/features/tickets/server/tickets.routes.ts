import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { bulk } from '../bulk.contract.ts'
import { cannedAnswers } from '../canned-answers.contract.ts'
import { customerTickets } from '../customer-tickets.contract.ts'
import { reminders } from '../reminders.contract.ts'
import { tickets } from '../tickets.contract.ts'
import { changeTickets, undoBulkChange } from './bulk.queries.ts'
import {
  changeCannedAnswer,
  createCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
} from './canned-answers.queries.ts'
import { listTicketsOfCustomer } from './customer-tickets.queries.ts'
import { getDraft, saveDraft } from './drafts.queries.ts'
import { renewPresence } from './presence.queries.ts'
import type { Presence } from './presence.ts'
import { changeReminder } from './reminders.queries.ts'
import { createComment } from './thread.queries.ts'
import { listTickets } from './ticket-list.queries.ts'
import { listAnswerRecipients } from './ticket-recipients.queries.ts'
import { ticketScope } from './ticket-scope.queries.ts'
import { getTicketScreen } from './ticket-screen.queries.ts'
import { listThread } from './ticket-thread.queries.ts'
import { changeTicket, createTicket, getTicket } from './tickets.queries.ts'

export function ticketRoutes(app: App, presence: Presence) {
  serve(app, tickets.list, ({ db, actor, query }) => listTickets(db, actor, query))
  serve(app, customerTickets.list, ({ db, params, query }) => listTicketsOfCustomer(db, params.id, query.after))
  serve(app, tickets.get, ({ db, params }) => getTicket(db, params.id))
  serve(app, tickets.screen, ({ db, params }) => getTicketScreen(db, params.id))
  serve(app, tickets.create, ({ db, actor, body }) => createTicket(db, actor, body))
  serve(app, tickets.change, ({ db, actor, params, body }) => changeTicket(db, actor, params.id, body))
  serve(app, bulk.change, ({ db, actor, body }) => changeTickets(db, actor, body))
  serve(app, bulk.undo, ({ db, params }) => undoBulkChange(db, params.id))
  serve(app, tickets.thread, ({ db, params }) => listThread(db, params.id))
  serve(app, tickets.comment, ({ db, actor, params, body }) => createComment(db, actor, params.id, body))
  serve(app, tickets.recipients, ({ db, actor, params, query }) =>
    listAnswerRecipients(db, actor, params.id, query.about),
  )
  serve(app, reminders.change, ({ db, actor, params, body }) => changeReminder(db, actor, params.id, body))
  serve(app, tickets.draft, ({ db, actor, params }) => getDraft(db, actor, params.id))
  serve(app, tickets.saveDraft, ({ db, actor, params, body }) => saveDraft(db, actor, params.id, body))
  serve(app, cannedAnswers.list, ({ db }) => listCannedAnswers(db))
  serve(app, cannedAnswers.create, ({ db, actor, body }) => createCannedAnswer(db, actor, body))
  serve(app, cannedAnswers.change, ({ db, params, body }) => changeCannedAnswer(db, params.id, body))
  serve(app, cannedAnswers.remove, ({ db, params }) => removeCannedAnswer(db, params.id))
  serve(app, tickets.renewPresence, async ({ db, actor, params }) => {
    const { orgId } = await ticketScope(db, params.id)
    return renewPresence(db, actor, { orgId, rowId: params.id }, presence)
  })
  serve(app, tickets.endPresence, async ({ db, actor, params }) => {
    const { orgId } = await ticketScope(db, params.id)
    presence.end({ orgId, rowId: params.id, userId: actor.userId })
  })
}
