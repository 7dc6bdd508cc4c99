// The free lines and the discount of a basis, as screens show them and as they are priced (docs/decisions/125).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Added, NOTHING_ADDED } from '../added-lines.rules.ts'
import type { FreeLine } from '../discount-fields.contract.ts'
import type { PricedMonth } from '../pricing.rules.ts'

const freeLinesOf = (db: Db, basisId: string) =>
  db
    .selectFrom('freeLines')
    .leftJoin('articles', (join) =>
      join.onRef('articles.orgId', '=', 'freeLines.orgId').onRef('articles.id', '=', 'freeLines.articleId'),
    )
    .select(['freeLines.id', 'text', 'hundredths', 'freeLines.unit', 'priceOre', 'freeLines.vatClass'])
    .select(['freeLines.vatReason', 'articleId', 'articles.number as articleNumber', 'articles.name as articleName'])
    .select((eb) => [
      eb.fn.coalesce('isConstruction', sql.lit(false)).as('isConstruction'),
      eb.fn.coalesce('isElectronics', sql.lit(false)).as('isElectronics'),
    ])
    .select(['account', 'freeLines.version', 'freeLines.createdAt', 'freeLines.createdBy'])
    .where('basisId', '=', basisId)
    .orderBy('freeLines.createdAt')
    .orderBy('freeLines.id')
    .execute()

type Row = Awaited<ReturnType<typeof freeLinesOf>>[number]

const toFreeLine = ({ articleId, articleNumber, articleName, ...line }: Row): FreeLine => ({
  ...line,
  article:
    articleId !== null && articleNumber !== null && articleName !== null
      ? { id: articleId, number: articleNumber, name: articleName }
      : null,
})

/** In the order in which they were written. */
export const listFreeLines = async (db: Db, basisId: string): Promise<FreeLine[]> =>
  (await freeLinesOf(db, basisId)).map(toFreeLine)

/** What staff added to a basis; nothing for null. */
export async function readAdded(db: Db, basisId: string | null): Promise<Added> {
  if (basisId === null) return NOTHING_ADDED
  const [freeLines, basis] = await Promise.all([
    freeLinesOf(db, basisId),
    db
      .selectFrom('invoiceBases')
      .select(['discountPoints as basisPoints', 'discountOre as amountOre', 'discountText as text'])
      .where('id', '=', basisId)
      .executeTakeFirst(),
  ])
  return { freeLines, discount: basis ?? NOTHING_ADDED.discount }
}

export const discountColumns = ({ basisPoints, amountOre, text }: Added['discount']) => ({
  discountPoints: basisPoints,
  discountOre: amountOre,
  discountText: text,
})

/** The sums that free lines, discounts and what is carried are in. */
export const sumsWithAdded = (
  priced: Pick<PricedMonth, 'sums' | 'rutOre' | 'netOre' | 'vat' | 'vatOre' | 'totalOre'>,
) => ({
  recurringOre: priced.sums.recurring,
  otherOre: priced.sums.other,
  rutOre: priced.rutOre,
  netOre: priced.netOre,
  vat: JSON.stringify(priced.vat),
  vatOre: priced.vatOre,
  totalOre: priced.totalOre,
})

/** The latest basis of a month that was billed and taken back, whose free lines and discount the next one gets. */
export async function lastWithdrawn(db: Db, customerId: string, month: string): Promise<string | null> {
  const basis = await db
    .selectFrom('invoiceBases')
    .select('id')
    .where('customerId', '=', customerId)
    .where('month', '=', `${month}-01`)
    .where('state', '=', 'withdrawn')
    .orderBy('endedAt', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return basis?.id ?? null
}

/** Copies the free lines of a basis to the one that follows it. */
export async function copyFreeLines(db: Db, orgId: string, basisId: string, from: string) {
  const lines = await freeLinesOf(db, from)
  if (lines.length === 0) return
  await db
    .insertInto('freeLines')
    .values(
      lines.map(({ text, hundredths, unit, priceOre, vatClass, vatReason, articleId, createdBy, createdAt }) => ({
        orgId,
        id: uuidv7(),
        basisId,
        text,
        hundredths,
        unit,
        priceOre,
        vatClass,
        vatReason,
        articleId,
        createdBy,
        createdAt,
      })),
    )
    .execute()
}
