import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Addressee } from '../invoice-bases.contract.ts'

/** Whom the customers' invoice bases go to: addressees_of() in the database decides. Customers without anybody are left out. */
export async function addresseesOf(db: Db, customerIds: readonly string[]): Promise<Map<string, Addressee[]>> {
  const { rows } = await sql<Addressee & { customerId: string }>`
    select customer_id, name, email, is_invoice_address from invoice_basis_addressees(${customerIds}::uuid[])`.execute(
    db,
  )
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** Whether mail is sent, by the environment's server or the company's own: without it an invoice address reaches nobody. */
export async function isSendingMailNow(db: Db): Promise<boolean> {
  const { isSending } = await db
    .selectNoFrom(sql<boolean>`sends_mail(actor.org_id())`.as('isSending'))
    .executeTakeFirstOrThrow()
  return isSending
}

/** The addressees of one customer, for the role `jobs`; the invoice address has no user. */
export async function listAddressees(db: Db, orgId: string, customerId: string) {
  const { rows } = await sql<{ userId: string | null; name: string | null; email: string }>`
    select user_id, name, email from addressees_of(${orgId}::uuid, array[${customerId}]::uuid[])`.execute(db)
  return rows
}
