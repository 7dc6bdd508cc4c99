import { sql } from 'kysely'
import { maskedNumber } from '#features/customers/vat-numbers.rules.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/http/app-error.ts'
import { type Buyer, type MissingOfBuyer, missingOfBuyer } from '../buyer.contract.ts'

type Columns = Buyer & { isSoleTrader: boolean | null; hasReversedGoods: boolean }

/** A Swedish VAT number of a sole trader contains the owner's personal identity number: it is there with reverse charge only. */
export function toBuyer({ isSoleTrader, hasReversedGoods, orgNumber, vatNumber, ...buyer }: Columns): Buyer {
  const isPersonal = isSoleTrader === true
  return {
    ...buyer,
    orgNumber: isPersonal && orgNumber ? maskedNumber(orgNumber) : orgNumber,
    vatNumber: isPersonal && buyer.reverseReason === null && !hasReversedGoods ? null : vatNumber,
  }
}

const hasReversedGoods = sql<boolean>`exists (select from invoice_basis_lines l where l.org_id = invoice_bases.org_id
  and l.basis_id = invoice_bases.id and is_reversed_goods(l.vat_percent, l.vat_reason))`

export const buyerColumns = [
  ...(['customerNumber', 'orgNumber', 'isSoleTrader', 'vatNumber', 'address', 'country', 'invoiceEmail'] as const),
  ...(['yourReference', 'orderNumber', 'paymentDays', 'recipient', 'recipientAddress', 'costCentre'] as const),
  'reverseReason',
  hasReversedGoods.as('hasReversedGoods'),
] as const

/** The buyer of a basis, without a sole trader's personal numbers; row-level security decides which are visible. */
export async function findBuyer(db: Db, basisId: string): Promise<Buyer | undefined> {
  const row = await db.selectFrom('invoiceBases').select(buyerColumns).where('id', '=', basisId).executeTakeFirst()
  return row && toBuyer(row)
}

/** What an open basis lacks for billing, and the customer too: billing takes what was filled in since. */
export const missingNow = sql<MissingOfBuyer | null>`case
  when state in ('draft', 'sent', 'approved') and missing_of_buyer(invoice_bases) is not null
  then missing_of_buyer(with_buyer(invoice_bases)) end`

/** Turns what require_buyer() refuses into a Swedish message. */
export const withBuyerErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    Object.fromEntries(
      Object.entries(missingOfBuyer).map(([missing, message]) => [
        `invoice_bases_buyer_${missing}`,
        () => invalid(message),
      ]),
    ),
    statement,
  )
