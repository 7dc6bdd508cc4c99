import { todayInStockholm } from '#lib/dates.rules.ts'
import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { customerScreen } from '../customer-screen.contract.ts'
import { getCustomerScreen } from './customer-screen.queries.ts'

export function customerScreenRoutes(app: App) {
  serve(app, customerScreen.get, ({ db, params }) => getCustomerScreen(db, params.id, todayInStockholm()))
}
