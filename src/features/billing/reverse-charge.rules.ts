// Reverse charge ('omvänd betalningsskyldighet'): the buyer pays the VAT (docs/decisions/127).
import type { ReverseReason } from '#features/customers/customers.contract.ts'
import { formatKronor, type Ore, ore, sumOre } from '#shared/money.rules.ts'

export const REVERSE_CHARGE = 'Omvänd betalningsskyldighet'

/** Of a customer and a month. */
export type ReverseCharge = {
  isReverseCharge: boolean
  /** Null for customers that have had reverse charge since before it had reasons. */
  reverseReason?: ReverseReason | null
}

/** Swedish building companies have reverse charge for construction work alone (mervärdesskattelagen 16 kap. 13 §). */
export const isReversed = ({ isReverseCharge, reverseReason }: ReverseCharge, isConstruction: boolean): boolean =>
  isReverseCharge && (reverseReason !== 'bygg' || isConstruction)

type Taxed = { vatPercent: number; vatReason?: string | null | undefined }

/** On a basis with reverse charge; articles without VAT have a reason of their own. `isReversedIn` is the same in SQL. */
export const isReversedLine = ({ vatPercent, vatReason }: Taxed): boolean => vatPercent === 0 && !vatReason

/** An article without VAT whose reason is reverse charge: goods as electronics. is_reversed_goods() in the database is the same. */
export const isReversedGoods = ({ vatPercent, vatReason }: Taxed): boolean =>
  vatPercent === 0 && /^omvänd/iu.test(vatReason ?? '')

/** Whether a basis with these lines has reverse charge: a building company may have bought nothing that is construction work. */
export const hasReversed = ({ isReverseCharge }: ReverseCharge, lines: readonly Taxed[]): boolean =>
  isReverseCharge && lines.some(isReversedLine)

/** Electronics for more than this on one invoice have reverse charge, without VAT (mervärdesskattelagen 16 kap. 14 §). */
export const ELECTRONICS_MAX_ORE = ore(10_000_000)

type Goods = { isElectronics: boolean; vatPercent: number; netOre: Ore; recipientId?: string | null }

/** Null up to the limit, and for a private customer, who is never registered for VAT. */
export function electronicsText(basis: { isPrivate: boolean; lines: readonly Goods[] }): string | null {
  const goods = basis.lines.filter(({ isElectronics, vatPercent }) => isElectronics && vatPercent > 0)
  // Each recipient gets an invoice of its own.
  const invoices = Map.groupBy(goods, ({ recipientId }) => recipientId ?? null)
  const sums = [...invoices.values()].map((lines) => sumOre(lines.map(({ netOre }) => netOre)))
  const sum = sums.find((one) => one > ELECTRONICS_MAX_ORE)
  if (basis.isPrivate || sum === undefined) return null
  return `Underlaget har telefoner, datorer eller liknande för ${formatKronor(sum)}. Över ${formatKronor(ELECTRONICS_MAX_ORE)} på en faktura ska en köpare som är momsregistrerad redovisa momsen. Byt då deras artiklar till sådana utan moms med orsaken ”${REVERSE_CHARGE}”, fyll i köparens momsregistreringsnummer och skapa ett nytt underlag.`
}
