import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { billingDetails } from '../billing-details.contract.ts'
import { recipients } from '../recipients.contract.ts'
import { changeBillingDetails, getBillingDetails } from './billing-details.queries.ts'
import { changeRecipient, createRecipient, listRecipients, setRecipientArchived } from './recipients.queries.ts'

export function billingDetailRoutes(app: App) {
  serve(app, billingDetails.get, ({ db, params }) => getBillingDetails(db, params.id))
  serve(app, billingDetails.change, ({ db, actor, params, body }) => changeBillingDetails(db, actor, params.id, body))
  serve(app, recipients.list, ({ db, params }) => listRecipients(db, params.id))
  serve(app, recipients.create, ({ db, actor, params, body }) => createRecipient(db, actor, params.id, body))
  serve(app, recipients.change, ({ db, actor, params, body }) => changeRecipient(db, actor, params, body))
  serve(app, recipients.archive, ({ db, actor, params }) => setRecipientArchived(db, actor, params, true))
  serve(app, recipients.restore, ({ db, actor, params }) => setRecipientArchived(db, actor, params, false))
}
