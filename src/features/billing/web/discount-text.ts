import { formatKronor } from '#shared/money.rules.ts'
import { hundredthsText } from '../charge-texts.rules.ts'
import type { Discount } from '../charges.rules.ts'

/** '10 % på allt', '500,00 kr per månad' or 'Ingen rabatt'. */
export function customerDiscountText({ basisPoints, amountOre }: Discount): string {
  if (basisPoints !== null) return `${hundredthsText(basisPoints)} % på allt`
  return amountOre === null ? 'Ingen rabatt' : `${formatKronor(amountOre)} per månad`
}

/** 'Tack för hjälpen, 10 %' or 'Rabatt, 500,00 kr'; null without one. */
export function basisDiscountText({ basisPoints, amountOre, text }: Discount & { text: string | null }): string | null {
  if (basisPoints !== null) return `${text ?? 'Rabatt'}, ${hundredthsText(basisPoints)} %`
  return amountOre === null ? null : `${text ?? 'Rabatt'}, ${formatKronor(amountOre)}`
}
