import { listCustomersWithHours, storeUsedHours } from '#features/billing/server/used-hours-tasks.ts'
import type { Database } from '#platform/database/database.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'

/** Computes and stores the used hours of each customer in the demo, without notifying anybody by mail. */
export async function fillDemoHours(database: Database, today = todayInStockholm()) {
  await database.as('owner', async (db) => {
    for (const customer of await listCustomersWithHours(db))
      await storeUsedHours(db, customer, async () => undefined, today)
  })
}
