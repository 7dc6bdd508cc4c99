import { type Kysely, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { BillingDetails, type ChangedBillingDetails, PRIVATE_HAS_NO_NUMBER } from '../billing-details.contract.ts'
import { CUSTOMER_NOT_FOUND } from '../customers.contract.ts'
import { lockActiveCustomer } from './customers.queries.ts'
import { restoreFirst } from './restore-first.ts'

const detailsOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('customers')
    .leftJoin('billingDetails', (join) =>
      join
        .onRef('billingDetails.orgId', '=', 'customers.orgId')
        .onRef('billingDetails.customerId', '=', 'customers.id'),
    )
    .select(['customerNumber', 'orgNumber', 'vatNumber', 'invoiceEmail', 'street', 'postcode', 'town'])
    .select(['yourReference', 'orderNumber', 'paymentDays'])
    .select((eb) => [
      eb.fn.coalesce('isSoleTrader', sql.lit(false)).as('isSoleTrader'),
      eb.fn.coalesce('requiresReference', sql.lit(false)).as('requiresReference'),
      eb.fn.coalesce('country', sql.lit('SE')).as('country'),
      eb.fn.coalesce('billingDetails.version', sql.lit(0)).as('version'),
    ])

/** The details of these customers by id, for the export. */
export async function listBillingDetails(db: Db, ids: readonly string[]): Promise<Map<string, BillingDetails>> {
  const rows = await detailsOf(db).select('customers.id').where('customers.id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

/** Throws 404 for an unknown customer. */
export async function getBillingDetails(db: Db, customerId: string): Promise<BillingDetails> {
  const details = await detailsOf(db).where('customers.id', '=', customerId).executeTakeFirst()
  if (!details) throw notFound(CUSTOMER_NOT_FOUND)
  return details
}

/** Turns what the database refuses into messages beside their fields. */
export const mappingDetailErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      customers_number: () => invalidField('customerNumber', 'Kundnumret används redan'),
      billing_details_of_private: () => invalidField('orgNumber', PRIVATE_HAS_NO_NUMBER),
    },
    statement,
  )

/**
 * Throws 404 for an unknown customer, 422 for an archived one, a customer number that is taken and a number of a private
 * customer, and 409 with the current row for an outdated version.
 */
export async function changeBillingDetails(
  db: Db,
  actor: StaffActor,
  customerId: string,
  { version, customerNumber, ...details }: ChangedBillingDetails,
) {
  await lockActiveCustomer(db, customerId, restoreFirst)
  await refuseTakenNumber(db, customerId, customerNumber)
  await mappingDetailErrors(async () => {
    const changed =
      version === 0
        ? await db
            .insertInto('billingDetails')
            .values({ ...details, orgId: organizationOf(actor), customerId })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version')
            .executeTakeFirst()
        : await db
            .updateTable('billingDetails')
            .set({ ...details, version: version + 1 })
            .where((eb) => eb.and({ customerId, version }))
            .returning('version')
            .executeTakeFirst()
    if (!changed) throw conflict(BillingDetails, await getBillingDetails(db, customerId))
    await db
      .updateTable('customers')
      .set({ customerNumber })
      .where('id', '=', customerId)
      .where('customerNumber', '!=', customerNumber)
      .execute()
  })
  const changed = await getBillingDetails(db, customerId)
  // Without the values: a sole trader's number is personal.
  await audit(db, actor, {
    action: 'changed',
    subject: 'billing_details',
    subjectId: customerId,
    detail: { version: changed.version },
  })
  return changed
}

/** Names the customer that has the number; of two concurrent changes to the same number the database refuses one. */
async function refuseTakenNumber(db: Db, customerId: string, customerNumber: string) {
  const taken = await db
    .selectFrom('customers')
    .select('name')
    .where(sql`lower(customer_number)`, '=', customerNumber.toLowerCase())
    .where('id', '!=', customerId)
    .executeTakeFirst()
  if (taken) throw invalidField('customerNumber', `Kundnumret används redan av ${taken.name}`)
}
