import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { priceRaises } from '../price-raises.contract.ts'
import { createRaise, previewRaise } from './price-raises.queries.ts'

export function priceRaiseRoutes(app: App) {
  serve(app, priceRaises.preview, ({ db, body }) => previewRaise(db, body))
  serve(app, priceRaises.create, ({ db, actor, body }) => createRaise(db, actor, body))
}
