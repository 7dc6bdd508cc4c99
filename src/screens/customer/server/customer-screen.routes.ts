import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { customerScreen } from '../customer-screen.contract.ts'
import { getCustomerScreen } from './customer-screen.queries.ts'

export function customerScreenRoutes(app: App) {
  serve(app, customerScreen.get, ({ db, params }) => getCustomerScreen(db, params.id, todayInStockholm()))
}
