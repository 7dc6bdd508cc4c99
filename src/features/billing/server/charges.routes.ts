import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { charges } from '../charges.contract.ts'
import { countImport } from '../counted.contract.ts'
import {
  changeCharge,
  createCharge,
  endCharge,
  listCharges,
  removeCharge,
  removeDated,
  setCounting,
  setDiscount,
  setPrice,
  setQuantity,
} from './charges.queries.ts'
import { checkCounts, importCounts } from './count-import.queries.ts'

export function chargeRoutes(app: App) {
  serve(app, charges.ofCustomer, ({ db, params }) => listCharges(db, params.id))
  serve(app, charges.create, ({ db, actor, params, body }) => createCharge(db, actor, params.id, body))
  serve(app, charges.change, ({ db, actor, params, body }) => changeCharge(db, actor, params.id, body))
  serve(app, charges.end, ({ db, actor, params, body }) => endCharge(db, actor, params.id, body))
  serve(app, charges.setCounting, ({ db, actor, params, body }) => setCounting(db, actor, params.id, body))
  serve(app, charges.remove, ({ db, actor, params }) => removeCharge(db, actor, params.id))
  serve(app, charges.setQuantity, ({ db, actor, params, body }) => setQuantity(db, actor, params.id, body))
  serve(app, charges.removeQuantity, ({ db, actor, params, body }) =>
    removeDated(db, actor, params.id, 'quantities', body.validFrom),
  )
  serve(app, charges.setPrice, ({ db, actor, params, body }) => setPrice(db, actor, params.id, body))
  serve(app, charges.removePrice, ({ db, actor, params, body }) =>
    removeDated(db, actor, params.id, 'prices', body.validFrom),
  )
  serve(app, charges.setDiscount, ({ db, actor, params, body }) => setDiscount(db, actor, params.id, body))
  serve(app, charges.removeDiscount, ({ db, actor, params, body }) =>
    removeDated(db, actor, params.id, 'discounts', body.validFrom),
  )
  serve(app, countImport.check, ({ db, body }) => checkCounts(db, body))
  serve(app, countImport.create, ({ db, actor, body }) => importCounts(db, actor, body))
}
