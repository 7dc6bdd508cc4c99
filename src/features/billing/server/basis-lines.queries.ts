import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Line } from '../invoice-lines.rules.ts'

/** Stores lines of a basis after those that it has. */
export async function insertLines(db: Db, orgId: string, basisId: string, lines: readonly Line[], before = 0) {
  if (lines.length === 0) return
  await db
    .insertInto('invoiceBasisLines')
    .values(
      lines.map(({ period, charge, month, discountMonth, ...line }, index) => ({
        orgId,
        basisId,
        position: before + index + 1,
        month: firstDayOf(month),
        discountMonth: firstDayOf(discountMonth),
        ...line,
        article: line.article ?? null,
        prepaidHoursId: line.prepaidHoursId ?? null,
        articleNumber: line.articleNumber ?? null,
        account: line.account ?? null,
        vatReason: line.vatReason ?? null,
        isElectronics: line.isElectronics ?? false,
        chargeId: charge?.id ?? null,
        periodFrom: period?.from ?? null,
        periodTo: period?.to ?? null,
        charged: charge ? JSON.stringify(charge.charged) : null,
        recipientId: line.recipientId ?? null,
        orderNumber: line.orderNumber ?? null,
      })),
    )
    .execute()
}

const firstDayOf = (month: string | undefined) => (month === undefined ? null : `${month}-01`)

/** isReversedLine() of a line, by whether its basis has reverse charge. */
export const isReversedIn = (isReverseCharge: RawBuilder<boolean>) =>
  sql<boolean>`${isReverseCharge} and vat_percent = 0 and vat_reason is null`
