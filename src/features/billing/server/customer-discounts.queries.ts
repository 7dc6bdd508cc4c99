// The dated discounts of customers (docs/decisions/125).
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { restoreFirst } from '#features/customers/server/restore-first.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { NewDiscount } from '../discount-fields.contract.ts'
import { DISCOUNT_NOT_FOUND } from '../discounts.contract.ts'
import { getAgreement } from './agreements.queries.ts'

/** Throws 404 for an unknown customer and 422 for an archived one. */
export async function setCustomerDiscount(
  db: Db,
  actor: StaffActor,
  customerId: string,
  { validFrom, ...discount }: NewDiscount,
) {
  await lockActiveCustomer(db, customerId, restoreFirst)
  await db
    .insertInto('customerDiscounts')
    .values({ orgId: organizationOf(actor), customerId, validFrom, ...discount })
    .onConflict((row) => row.columns(['orgId', 'customerId', 'validFrom']).doUpdateSet(discount))
    .execute()
  await audit(db, actor, {
    action: 'changed',
    subject: 'customer_discount',
    subjectId: customerId,
    detail: { validFrom, ...discount },
  })
  return getAgreement(db, actor, customerId)
}

/** Throws 404 for an unknown customer and for a date without a row. */
export async function removeCustomerDiscount(db: Db, actor: StaffActor, customerId: string, validFrom: string) {
  await getCustomer(db, customerId)
  const removed = await db
    .deleteFrom('customerDiscounts')
    .where('customerId', '=', customerId)
    .where('validFrom', '=', validFrom)
    .returning(['basisPoints', 'amountOre'])
    .executeTakeFirst()
  if (!removed) throw notFound(DISCOUNT_NOT_FOUND)
  await audit(db, actor, {
    action: 'deleted',
    subject: 'customer_discount',
    subjectId: customerId,
    detail: { validFrom, ...removed },
  })
  return getAgreement(db, actor, customerId)
}
