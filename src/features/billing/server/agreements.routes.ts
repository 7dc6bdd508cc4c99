import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { agreements } from '../agreements.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { price } from '../price.contract.ts'
import { getAgreement, removeAgreement, setAgreement, setBilling } from './agreements.queries.ts'
import { createPrepaidHours, listPrepaidHours, removePrepaidHours } from './prepaid-hours.queries.ts'
import { getMonthPrice } from './price.queries.ts'
import {
  createTerms,
  createVersion,
  getAgreementSettings,
  removeDefault,
  removeTerms,
  removeVatRate,
  setBillingFrom,
  setDefault,
  setVatRate,
} from './terms.queries.ts'
import { confirmTouched } from './touched-bases.queries.ts'

export function agreementRoutes(app: App) {
  serve(app, agreements.settings, ({ db }) => getAgreementSettings(db))
  serve(app, agreements.createTerms, ({ db, actor, body }) => createTerms(db, actor, body))
  serve(app, agreements.createVersion, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => createVersion(db, actor, params.id, body)),
  )
  serve(app, agreements.removeTerms, ({ db, actor, params }) => removeTerms(db, actor, params.id))
  serve(app, agreements.setDefault, ({ db, actor, body, query }) =>
    confirmTouched(db, actor, query, () => setDefault(db, actor, body)),
  )
  serve(app, agreements.removeDefault, ({ db, actor, body, query }) =>
    confirmTouched(db, actor, query, () => removeDefault(db, actor, body.validFrom)),
  )
  serve(app, agreements.setVatRate, ({ db, actor, body, query }) =>
    confirmTouched(db, actor, query, () => setVatRate(db, actor, body)),
  )
  serve(app, agreements.removeVatRate, ({ db, actor, body, query }) =>
    confirmTouched(db, actor, query, () => removeVatRate(db, actor, body.validFrom)),
  )
  serve(app, agreements.setBillingFrom, ({ db, actor, body }) => setBillingFrom(db, actor, body.month))
  serve(app, agreements.ofCustomer, ({ db, actor, params }) => getAgreement(db, actor, params.id))
  serve(app, price.ofMonth, ({ db, actor, params, query }) => getMonthPrice(db, actor, params.id, query.month))
  serve(app, agreements.setOfCustomer, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => setAgreement(db, actor, params.id, body)),
  )
  serve(app, agreements.removeOfCustomer, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => removeAgreement(db, actor, params.id, body.validFrom)),
  )
  serve(app, agreements.setBilling, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => setBilling(db, actor, params.id, body)),
  )
  serve(app, prepaidHours.ofCustomer, ({ db, actor, params }) => listPrepaidHours(db, actor, params.id))
  serve(app, prepaidHours.create, ({ db, actor, params, body }) => createPrepaidHours(db, actor, params.id, body))
  serve(app, prepaidHours.remove, ({ db, actor, params }) => removePrepaidHours(db, actor, params.id))
}
