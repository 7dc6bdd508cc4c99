import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { documents } from '../documents.contract.ts'
import { addDocuments, listDocuments, listPortalDocuments, removeDocument, showDocument } from './documents.queries.ts'

export function documentRoutes(app: App) {
  serve(app, documents.list, ({ db, params, query }) => listDocuments(db, params.id, query.after))
  serve(app, documents.add, ({ db, actor, params, body }) => addDocuments(db, actor, params.id, body.fileIds))
  serve(app, documents.show, ({ db, actor, params, body }) => showDocument(db, actor, params.id, body.isShown))
  serve(app, documents.remove, ({ db, actor, params }) => removeDocument(db, actor, params.id))
  serve(app, documents.ofPortal, ({ db, actor, query }) => listPortalDocuments(db, actor, query.after))
}
