import { PRIVATE_HAS_NO_NUMBER } from '#features/customers/billing-details.contract.ts'
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { restoreFirst } from '#features/customers/server/restore-first.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import {
  AGREEMENT_NOT_FOUND,
  type CustomerBilling,
  type NewAgreement,
  TERMS_NOT_FOUND,
} from '../agreements.contract.ts'
import { priceMonth } from '../pricing.rules.ts'
import { listDiscounts } from './list-discounts.queries.ts'
import { getMonthToPrice } from './month.queries.ts'

/** Throws 404 for an unknown customer. */
export async function getAgreement(db: Db, actor: StaffActor, customerId: string, today = todayInStockholm()) {
  await getCustomer(db, customerId)
  const month = monthOf(today)
  const [billing, rows, discounts, toPrice] = await Promise.all([
    db
      .selectFrom('customers')
      .select(['vat', 'reverseReason', 'isPrivate'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow(),
    listAgreements(db, customerId),
    listDiscounts(db, customerId),
    getMonthToPrice(db, { orgId: organizationOf(actor), customerId }, month),
  ])
  const current = toPrice.agreementOn(today)
  return {
    ...billing,
    agreements: rows,
    discounts,
    current: current?.terms ?? null,
    isDefault: current?.isDefault ?? false,
    month,
    included: priceMonth(toPrice).included,
  }
}

const lockForChange = (db: Db, customerId: string) => lockActiveCustomer(db, customerId, restoreFirst)

async function listAgreements(db: Db, customerId: string) {
  const rows = await db
    .selectFrom('agreements')
    .leftJoin('terms', (join) =>
      join.onRef('terms.orgId', '=', 'agreements.orgId').onRef('terms.id', '=', 'agreements.termsId'),
    )
    .select(['validFrom', 'terms.id', 'terms.name', 'terms.number', 'agreements.monthlyFeeOre'])
    .where('customerId', '=', customerId)
    .orderBy('validFrom', 'desc')
    .execute()
  return rows.map(({ validFrom, id, name, number, monthlyFeeOre }) => ({
    validFrom,
    monthlyFeeOre,
    terms: id !== null && name !== null && number !== null ? { id, name, number } : null,
  }))
}

/** Throws 404 for an unknown customer or terms, and 422 for an archived customer. */
export async function setAgreement(
  db: Db,
  actor: StaffActor,
  customerId: string,
  { validFrom, termsId, monthlyFeeOre }: NewAgreement,
) {
  const orgId = organizationOf(actor)
  await lockForChange(db, customerId)
  await onConstraint({ agreements_terms: () => notFound(TERMS_NOT_FOUND) }, () =>
    db
      .insertInto('agreements')
      .values({ orgId, customerId, validFrom, termsId, monthlyFeeOre })
      .onConflict((row) => row.columns(['orgId', 'customerId', 'validFrom']).doUpdateSet({ termsId, monthlyFeeOre }))
      .execute(),
  )
  await audit(db, actor, {
    action: 'changed',
    subject: 'agreement',
    subjectId: customerId,
    detail: { validFrom, termsId, monthlyFeeOre },
  })
  return getAgreement(db, actor, customerId)
}

/** Throws 404 for an unknown customer and for a date without a row. */
export async function removeAgreement(db: Db, actor: StaffActor, customerId: string, validFrom: string) {
  await getCustomer(db, customerId)
  const removed = await db
    .deleteFrom('agreements')
    .where('customerId', '=', customerId)
    .where('validFrom', '=', validFrom)
    .returning('termsId')
    .executeTakeFirst()
  if (!removed) throw notFound(AGREEMENT_NOT_FOUND)
  await audit(db, actor, {
    action: 'deleted',
    subject: 'agreement',
    subjectId: customerId,
    detail: { validFrom, ...removed },
  })
  return getAgreement(db, actor, customerId)
}

const hasNumber = () => invalidField('isPrivate', `${PRIVATE_HAS_NO_NUMBER}. Ta bort dem under Fakturering först.`)

/** Throws 404 for an unknown customer and 422 for an archived one, or a private one with a number of a company. */
export async function setBilling(db: Db, actor: StaffActor, customerId: string, billing: CustomerBilling) {
  await lockForChange(db, customerId)
  await onConstraint({ billing_details_of_private: hasNumber }, () =>
    db.updateTable('customers').set(billing).where('id', '=', customerId).execute(),
  )
  await audit(db, actor, {
    action: 'changed',
    subject: 'customer_billing',
    subjectId: customerId,
    detail: billing,
  })
  return getAgreement(db, actor, customerId)
}
