import type { Db } from '#platform/database/database.ts'
import type { DiscountedMonth } from '../added-lines.rules.ts'

/** The discounts of a customer, newest first. */
export const listDiscounts = (db: Db, customerId: string) =>
  db
    .selectFrom('customerDiscounts')
    .select(['validFrom', 'basisPoints', 'amountOre'])
    .where('customerId', '=', customerId)
    .orderBy('validFrom', 'desc')
    .execute()

/** What the customer's discount gave of each month on live billed bases of months other than one. */
export async function listDiscounted(db: Db, customerId: string, month: string): Promise<DiscountedMonth[]> {
  const bases = await db
    .selectFrom('invoiceBases')
    .select('discounted')
    .where('customerId', '=', customerId)
    .where('state', '=', 'billed')
    .where('month', '!=', `${month}-01`)
    .where('discounted', 'is not', null)
    .orderBy('billedAt')
    .execute()
  return bases.flatMap(({ discounted }) => discounted ?? [])
}
