import { formatKronor } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { discountText, hundredthsText } from '../charge-texts.rules.ts'
import type { Charge } from '../charges.contract.ts'
import type { ChargePeriod, ChargeTiming } from '../charges.rules.ts'

export const chargePeriodLabels: Record<ChargePeriod, string> = { month: 'Månad', quarter: 'Kvartal', year: 'År' }
export const chargeTimingLabels: Record<ChargeTiming, string> = { advance: 'I förskott', arrears: 'I efterskott' }
const perPeriod: Record<ChargePeriod, string> = { month: 'per månad', quarter: 'per kvartal', year: 'per år' }

/** '129,00 kr per månad', or the article's price. */
export const chargePriceText = (priceOre: Charge['priceOre'], period: ChargePeriod): string =>
  priceOre === null ? 'Artikelns pris' : `${formatKronor(priceOre)} ${perPeriod[period]}`

/** '12 st' */
export const chargeQuantityText = ({ unitName }: Pick<Charge, 'unitName'>, hundredths: number): string =>
  `${hundredthsText(hundredths)} ${unitName}`

export const chargeDiscountText = (discount: Pick<Charge['discounts'][number], 'basisPoints' | 'amountOre'>): string =>
  discountText(discount) ?? 'Ingen rabatt'

/** 'Till 2026-12-31', 'Bundet till 2028-08-31' or 'Tills vidare'. */
export function chargeTermText({ endsOn, bindingUntil }: Pick<Charge, 'endsOn' | 'bindingUntil'>): string {
  if (endsOn) return `Till ${endsOn}`
  return bindingUntil ? `Bundet till ${bindingUntil}` : 'Tills vidare'
}

/** '3 månaders uppsägning'; null without notice. */
export const chargeNoticeText = ({ noticeMonths }: Pick<Charge, 'noticeMonths'>): string | null =>
  noticeMonths === 0 ? null : `${plural(noticeMonths, 'månads', 'månaders')} uppsägning`
