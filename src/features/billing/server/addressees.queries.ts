import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Addressee } from '../invoice-bases.contract.ts'

/** Whom the customers' invoice bases go to: addressees_of() in the database decides. Customers without anybody are left out. */
export async function addresseesOf(db: Db, customerIds: readonly string[]): Promise<Map<string, Addressee[]>> {
  const { rows } = await sql<Addressee & { customerId: string }>`
    select customer_id, name, email from invoice_basis_addressees(${customerIds}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ customerId }) => customerId)
}
