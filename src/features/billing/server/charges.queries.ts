// Recurring charges of customers, with their dated quantities, prices and discounts.
import { RECIPIENT_NOT_TO_CHOOSE } from '#features/customers/recipients.contract.ts'
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { activeRecipients } from '#features/customers/server/recipients.queries.ts'
import { restoreFirst } from '#features/customers/server/restore-first.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import {
  ARTICLE_NOT_TO_CHOOSE,
  CHARGE_ENDS_BEFORE_START,
  CHARGE_IS_USED,
  CHARGE_NEEDS_PRICE,
  CHARGE_NOT_FOUND,
  CHARGE_ROW_NOT_FOUND,
  type ChangedCharge,
  Charge,
  type ChargeCounting,
  type ChargeEnd,
  missingOfOwn,
  type NewCharge,
  type NewPrice,
  type NewQuantity,
} from '../charges.contract.ts'
import { COUNTED_BY_ANOTHER, LIST_NEEDS_ARTICLE } from '../counted.contract.ts'
import type { NewDiscount } from '../discount-fields.contract.ts'
import { columnsOfCounting } from './counted.queries.ts'
import { listChoosableArticles, readCharges } from './read-charges.queries.ts'

/** Charges by start, ended ones too, and the articles and recipients that they may have. Throws 404 for an unknown customer. */
export async function listCharges(db: Db, customerId: string, today = todayInStockholm()) {
  await getCustomer(db, customerId)
  const [charges, articles, recipients] = await Promise.all([
    readCharges(db, customerId, today),
    listChoosableArticles(db, today),
    activeRecipients(db).where('customerId', '=', customerId).execute(),
  ])
  return { charges, articles, recipients }
}

const gone = () => notFound(CHARGE_NOT_FOUND)

/** Throws 404 for an unknown charge. */
async function getCharge(db: Db, id: string): Promise<Charge> {
  const { customerId } = await requireCharge(db, id)
  const charge = (await readCharges(db, customerId, todayInStockholm())).find((one) => one.id === id)
  if (!charge) throw gone()
  return charge
}

async function requireCharge(db: Db, id: string) {
  const row = await db.selectFrom('charges').select(['customerId', 'articleId']).where('id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return row
}

const lockForChange = (db: Db, customerId: string) => lockActiveCustomer(db, customerId, restoreFirst)

/** Throws 404 for an unknown customer, and 422 for an archived one and for an article or recipient that is unknown or archived. */
export async function createCharge(
  db: Db,
  actor: StaffActor,
  customerId: string,
  { hundredths, priceOre, counting, ...charge }: NewCharge,
) {
  const orgId = organizationOf(actor)
  await lockForChange(db, customerId)
  await requireChoosable(db, charge.articleId)
  const id = uuidv7()
  const row = { orgId, chargeId: id, validFrom: charge.startsOn }
  const columns = { ...charge, ...columnsOfCounting(counting) }
  await onCounting(() =>
    db
      .insertInto('charges')
      .values({ ...columns, orgId, id, customerId, createdBy: actor.userId })
      .execute(),
  )
  await db
    .insertInto('chargeQuantities')
    .values({ ...row, hundredths })
    .execute()
  await db
    .insertInto('chargePrices')
    .values({ ...row, priceOre })
    .execute()
  const { note: _, ...detail } = charge
  await audit(db, actor, {
    action: 'created',
    subject: 'charge',
    subjectId: id,
    detail: { customerId, ...detail, hundredths, priceOre, counting },
  })
  return getCharge(db, id)
}

/** A list has one number for a customer and article, so one charge that goes on is compared with it. */
const onCounting = <T>(write: () => Promise<T>) =>
  onConstraint(
    {
      charges_one_counted_by_list: () => invalidField('counting.by', COUNTED_BY_ANOTHER),
      charges_counted_by_list_of_article: () => invalidField('counting.by', LIST_NEEDS_ARTICLE),
    },
    () => mappingRecipientErrors(write),
  )

const recipientNotToChoose = () => invalidField('recipientId', RECIPIENT_NOT_TO_CHOOSE)
const mappingRecipientErrors = <T>(statement: () => Promise<T>) =>
  onConstraint({ charges_recipient: recipientNotToChoose, invoice_recipients_active: recipientNotToChoose }, statement)

/** Locks the article, so that it is not archived meanwhile. */
async function requireChoosable(db: Db, articleId: string | null) {
  if (articleId === null) return
  const article = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', articleId)
    .where('archivedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!article) throw invalidField('articleId', ARTICLE_NOT_TO_CHOOSE)
}

/** Throws 404 for an unknown charge, 409 with the current row for an outdated version, and 422 when its own text or unit is missing or the recipient is archived. */
export async function changeCharge(db: Db, actor: StaffActor, id: string, { version, ...charge }: ChangedCharge) {
  const { customerId, articleId } = await requireCharge(db, id)
  await lockForChange(db, customerId)
  const missing = missingOfOwn({ ...charge, articleId })
  if (missing) throw invalidField(...missing)
  const changed = await mappingRecipientErrors(() =>
    db
      .updateTable('charges')
      .set({ ...charge, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Charge, await getCharge(db, id))
  const { note: _, ...detail } = charge
  await audit(db, actor, { action: 'changed', subject: 'charge', subjectId: id, detail: { ...detail, ...changed } })
  return getCharge(db, id)
}

/** Throws 404 for an unknown charge, 409 with the current row for an outdated version, and 422 for an end before the start. */
export async function endCharge(db: Db, actor: StaffActor, id: string, { version, endsOn }: ChargeEnd) {
  const { customerId } = await requireCharge(db, id)
  await lockForChange(db, customerId)
  const refusals = {
    charges_ends_on: () => invalidField('endsOn', CHARGE_ENDS_BEFORE_START),
    charges_one_counted_by_list: () => invalidField('endsOn', COUNTED_BY_ANOTHER),
  }
  const changed = await onConstraint(refusals, () =>
    db
      .updateTable('charges')
      .set({ endsOn, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Charge, await getCharge(db, id))
  await audit(db, actor, { action: 'changed', subject: 'charge', subjectId: id, detail: { endsOn, ...changed } })
  return getCharge(db, id)
}

/** Throws 404 for an unknown charge, 409 with the current row for an outdated version, and 422 for a list that counts another or no article. */
export async function setCounting(db: Db, actor: StaffActor, id: string, { version, counting }: ChargeCounting) {
  const { customerId } = await requireCharge(db, id)
  await lockForChange(db, customerId)
  const changed = await onCounting(() =>
    db
      .updateTable('charges')
      .set({ ...columnsOfCounting(counting), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Charge, await getCharge(db, id))
  await audit(db, actor, { action: 'changed', subject: 'charge', subjectId: id, detail: { counting, ...changed } })
  return getCharge(db, id)
}

/** Throws 404 for an unknown charge and 409 for one that is on a basis. */
export async function removeCharge(db: Db, actor: StaffActor, id: string) {
  const { customerId } = await requireCharge(db, id)
  await lockForChange(db, customerId)
  await onConstraint({ invoice_basis_lines_charge: () => new AppError(409, 'in_use', CHARGE_IS_USED) }, () =>
    db.deleteFrom('charges').where('id', '=', id).execute(),
  )
  await audit(db, actor, { action: 'deleted', subject: 'charge', subjectId: id })
}

const datedTables = {
  quantities: 'chargeQuantities',
  prices: 'chargePrices',
  discounts: 'chargeDiscounts',
} as const
type DatedRows = keyof typeof datedTables

/** Writes a dated row of a charge whose customer is not archived, with its audit entry. */
async function changeDated(
  db: Db,
  actor: StaffActor,
  id: string,
  detail: { validFrom: string; removed?: DatedRows },
  write: (row: { orgId: string; chargeId: string }, articleId: string | null) => Promise<unknown>,
) {
  const { customerId, articleId } = await requireCharge(db, id)
  await lockForChange(db, customerId)
  await onConstraint(
    { charge_quantities_charge: gone, charge_prices_charge: gone, charge_discounts_charge: gone },
    () => write({ orgId: organizationOf(actor), chargeId: id }, articleId),
  )
  await audit(db, actor, { action: 'changed', subject: 'charge', subjectId: id, detail })
  return getCharge(db, id)
}

/** Throws 404 for an unknown charge and 422 for an archived customer, as do the functions below. */
export const setQuantity = (db: Db, actor: StaffActor, id: string, quantity: NewQuantity) =>
  changeDated(db, actor, id, quantity, (row) =>
    db
      .insertInto('chargeQuantities')
      .values({ ...row, ...quantity })
      .onConflict((one) =>
        one.columns(['orgId', 'chargeId', 'validFrom']).doUpdateSet({ hundredths: quantity.hundredths }),
      )
      .execute(),
  )

/** Also throws 422 for a charge without an article and a price. */
export const setPrice = (db: Db, actor: StaffActor, id: string, price: NewPrice) =>
  changeDated(db, actor, id, price, async (row, articleId) => {
    if (articleId === null && price.priceOre === null) throw invalidField('priceOre', CHARGE_NEEDS_PRICE)
    await db
      .insertInto('chargePrices')
      .values({ ...row, ...price })
      .onConflict((one) => one.columns(['orgId', 'chargeId', 'validFrom']).doUpdateSet({ priceOre: price.priceOre }))
      .execute()
  })

export const setDiscount = (db: Db, actor: StaffActor, id: string, { validFrom, ...discount }: NewDiscount) =>
  changeDated(db, actor, id, { validFrom, ...discount }, (row) =>
    db
      .insertInto('chargeDiscounts')
      .values({ ...row, validFrom, ...discount })
      .onConflict((one) => one.columns(['orgId', 'chargeId', 'validFrom']).doUpdateSet(discount))
      .execute(),
  )

/** Also throws 404 for a date without a row. */
export const removeDated = (db: Db, actor: StaffActor, id: string, rows: DatedRows, validFrom: string) =>
  changeDated(db, actor, id, { removed: rows, validFrom }, async () => {
    const removed = await db
      .deleteFrom(datedTables[rows])
      .where('chargeId', '=', id)
      .where('validFrom', '=', validFrom)
      .returning('validFrom')
      .executeTakeFirst()
    if (!removed) throw notFound(CHARGE_ROW_NOT_FOUND)
  })
