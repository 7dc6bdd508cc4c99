import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { contacts } from '../contacts.contract.ts'
import { archiveContact, changeContact, createContact, listContacts, restoreContact } from './contacts.queries.ts'

export function contactRoutes(app: App) {
  serve(app, contacts.list, ({ db, params }) => listContacts(db, params.id))
  serve(app, contacts.create, ({ db, actor, params, body }) => createContact(db, actor, params.id, body))
  serve(app, contacts.change, ({ db, actor, params, body }) => changeContact(db, actor, params, body))
  serve(app, contacts.archive, ({ db, actor, params }) => archiveContact(db, actor, params))
  serve(app, contacts.restore, ({ db, actor, params }) => restoreContact(db, actor, params))
}
