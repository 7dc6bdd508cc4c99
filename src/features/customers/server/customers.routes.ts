import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { csvHead, csvRow } from '#shared/csv.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { customers } from '../customers.contract.ts'
import { customerColumns, customersFileName, type ExportedCustomer } from '../customers-csv.rules.ts'
import { exportCustomers } from './customer-export.queries.ts'
import { changeCustomer, createCustomer, getCustomer, listCustomerNames, listCustomers } from './customers.queries.ts'
import { type CustomerRecord, removeCustomer, restoreCustomer } from './removal.queries.ts'
import { listSimilarCustomers } from './similar.queries.ts'

/** `records`: the tables that refer to customers, of every feature. */
export function customerRoutes(app: App, records: readonly CustomerRecord[]) {
  serve(app, customers.list, ({ db, query }) => listCustomers(db, query))
  serve(app, customers.names, ({ db, query }) => listCustomerNames(db, query))
  serve(app, customers.similar, ({ db, query }) => listSimilarCustomers(db, query))
  serve(app, customers.exportFile, async ({ transaction, query }) => ({
    filename: customersFileName(todayInStockholm()),
    // Read in one transaction before it is sent, so that the list is consistent.
    content: await transaction((db) => Array.fromAsync(csvOf(exportCustomers(db, query)))),
  }))
  serve(app, customers.get, ({ db, params }) => getCustomer(db, params.id))
  serve(app, customers.create, ({ db, actor, body }) => createCustomer(db, actor, body))
  serve(app, customers.change, ({ db, actor, params, body }) => changeCustomer(db, actor, params.id, body))
  serve(app, customers.remove, ({ db, actor, params }) => removeCustomer(db, actor, params.id, records))
  serve(app, customers.restore, ({ db, actor, params }) => restoreCustomer(db, actor, params.id))
}

async function* csvOf(customers: AsyncIterable<ExportedCustomer>) {
  yield csvHead(customerColumns)
  for await (const customer of customers) yield csvRow(customerColumns, customer)
}
