import type { Db } from '#platform/database/database.ts'

/** The discounts of a customer, newest first. */
export const listDiscounts = (db: Db, customerId: string) =>
  db
    .selectFrom('customerDiscounts')
    .select(['validFrom', 'basisPoints', 'amountOre'])
    .where('customerId', '=', customerId)
    .orderBy('validFrom', 'desc')
    .execute()
