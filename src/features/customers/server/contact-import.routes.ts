import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { csvHead, csvRow } from '#shared/csv.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { contactImport } from '../contact-import.contract.ts'
import { contactColumns, contactsFileName, type ExportedContact } from '../contacts-csv.rules.ts'
import { checkContacts, importContacts, streamContacts } from './contact-import.queries.ts'

export function contactImportRoutes(app: App) {
  serve(app, contactImport.exportFile, async ({ transaction, query }) => ({
    filename: contactsFileName(todayInStockholm()),
    // Read in one transaction before it is sent, so that the list is consistent.
    content: await transaction((db) => Array.fromAsync(csvOf(streamContacts(db, query)))),
  }))
  serve(app, contactImport.create, ({ db, actor, body }) => importContacts(db, actor, body.rows))
  serve(app, contactImport.check, ({ db, body }) => checkContacts(db, body.rows))
}

async function* csvOf(contacts: AsyncIterable<ExportedContact>) {
  yield csvHead(contactColumns)
  for await (const contact of contacts) yield csvRow(contactColumns, contact)
}
