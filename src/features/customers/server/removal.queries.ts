import { type SqlBool, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { alreadyDone, notFound } from '#platform/http/app-error.ts'
import { CUSTOMER_NOT_FOUND, Customer } from '../customers.contract.ts'
import { getCustomer } from './customers.queries.ts'

/** A table whose rows belong to a customer, as declared by its feature. */
export type CustomerRecord = {
  table: keyof Schema
  /** Whether a customer with such rows is archived; other rows are deleted with the customer. */
  preventsDeletion: boolean
}

/**
 * Deletes a customer without rows that must be retained for bookkeeping or history; archives any other. Throws 404 for an unknown
 * customer, 409 for one that is already archived.
 */
export async function removeCustomer(
  db: Db,
  actor: StaffActor,
  id: string,
  records: readonly CustomerRecord[],
): Promise<{ outcome: 'deleted' | 'archived' }> {
  // Waits for transactions that are inserting rows for this customer, so that the delete below sees those rows.
  const locked = await db.selectFrom('customers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!locked) throw notFound(CUSTOMER_NOT_FOUND)
  const deleted = await db
    .deleteFrom('customers')
    .where('id', '=', id)
    .where((eb) =>
      eb.and(records.filter(({ preventsDeletion }) => preventsDeletion).map(({ table }) => hasNone(table, id))),
    )
    .returning('id')
    .executeTakeFirst()
  if (!deleted) {
    const archived = await db
      .updateTable('customers')
      .set({ archivedAt: sql`now()` })
      .where('id', '=', id)
      .where('archivedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!archived) throw alreadyDone(Customer, await getCustomer(db, id))
  }
  const outcome = deleted ? 'deleted' : 'archived'
  await audit(db, actor, { action: outcome, subject: 'customer', subjectId: id })
  return { outcome }
}

const hasNone = (table: keyof Schema, customerId: string) =>
  sql<SqlBool>`not exists (select from ${sql.table(table)} where customer_id = ${customerId})`

/** Throws 404 for an unknown customer, 409 for one that is not archived. */
export async function restoreCustomer(db: Db, actor: StaffActor, id: string) {
  const restored = await db
    .updateTable('customers')
    .set({ archivedAt: null })
    .where('id', '=', id)
    .where('archivedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getCustomer(db, id)
  if (!restored) throw alreadyDone(Customer, current)
  await audit(db, actor, { action: 'restored', subject: 'customer', subjectId: id })
  return current
}
