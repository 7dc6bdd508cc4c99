import type { Db } from '#platform/database/database.ts'
import type { CustomerSelection } from '../customers.contract.ts'
import { type ExportedCustomer, withoutPersonalNumbers } from '../customers-csv.rules.ts'
import { listBillingDetails } from './billing-details.queries.ts'
import { streamCustomerBatches } from './customers.queries.ts'

type Selection = CustomerSelection & { personalNumbers?: boolean | undefined }

/** All matching customers with their billing details; those of sole traders without their numbers unless asked for. */
export async function* exportCustomers(
  db: Db,
  { personalNumbers = false, ...filter }: Selection,
): AsyncGenerator<ExportedCustomer> {
  for await (const rows of streamCustomerBatches(db, filter)) {
    if (rows.length === 0) return
    const details = await listBillingDetails(
      db,
      rows.map(({ id }) => id),
    )
    for (const row of rows) {
      const known = details.get(row.id)
      if (!known) continue
      const exported = { ...row, ...known }
      yield personalNumbers ? exported : withoutPersonalNumbers(exported)
    }
  }
}
