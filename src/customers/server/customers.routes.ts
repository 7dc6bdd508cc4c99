import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { customers } from '../customers.contract.ts'
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomerNames,
  listCustomers,
  removeCustomer,
  restoreCustomer,
} from './customers.queries.ts'

export function customerRoutes(app: App) {
  serve(app, customers.list, ({ db, query }) => listCustomers(db, query))
  serve(app, customers.names, ({ db, query }) => listCustomerNames(db, query))
  serve(app, customers.get, ({ db, params }) => getCustomer(db, params.id))
  serve(app, customers.create, ({ db, actor, body }) => createCustomer(db, actor, body))
  serve(app, customers.change, ({ db, actor, params, body }) => changeCustomer(db, actor, params.id, body))
  serve(app, customers.remove, ({ db, actor, params }) => removeCustomer(db, actor, params.id))
  serve(app, customers.restore, ({ db, actor, params }) => restoreCustomer(db, actor, params.id))
}
