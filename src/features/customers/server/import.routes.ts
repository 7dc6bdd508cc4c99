import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { customerImport } from '../import.contract.ts'
import { findExistingCustomers, importCustomers } from './import.queries.ts'

export function customerImportRoutes(app: App) {
  serve(app, customerImport.create, ({ db, actor, body }) => importCustomers(db, actor, body.rows))
  serve(app, customerImport.check, ({ db, body }) => findExistingCustomers(db, body.rows))
}
