import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { discounts } from '../discounts.contract.ts'
import { addFreeLine, changeFreeLine, removeFreeLine, setBasisDiscount } from './change-draft.queries.ts'
import { removeCustomerDiscount, setCustomerDiscount } from './customer-discounts.queries.ts'
import { confirmTouched } from './touched-bases.queries.ts'

export function discountRoutes(app: App) {
  serve(app, discounts.setOfCustomer, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => setCustomerDiscount(db, actor, params.id, body)),
  )
  serve(app, discounts.removeOfCustomer, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => removeCustomerDiscount(db, actor, params.id, body.validFrom)),
  )
  serve(app, discounts.setOfBasis, ({ db, actor, params, body }) => setBasisDiscount(db, actor, params.id, body))
  serve(app, discounts.addFreeLine, ({ db, actor, params, body }) => addFreeLine(db, actor, params.id, body))
  serve(app, discounts.changeFreeLine, ({ db, actor, params, body }) => changeFreeLine(db, actor, params.id, body))
  serve(app, discounts.removeFreeLine, ({ db, actor, params }) => removeFreeLine(db, actor, params.id))
}
