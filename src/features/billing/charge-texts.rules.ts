// Texts of recurring charges and of their lines.
import { addDays, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { monthName } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import type { Charge } from './charges.contract.ts'
import type { ChargedPeriod, ChargePeriod, ChargeTiming, ChargeToPrice, Discount, Span } from './charges.rules.ts'

type Days = { from: string; to: string }

/** 'okt', 'mars' and 'juni'. */
const shortMonth = (date: string) => (monthName(date).length <= 4 ? monthName(date) : monthName(date).slice(0, 3))
const dayOf = (date: string) => Number(date.slice(8, 10))
/** '17 okt' */
const shortDay = (date: string): string => `${dayOf(date)} ${shortMonth(date)}`

/** '1–31 okt 2026', '17 okt–31 dec 2026' or '1 okt 2026–30 sep 2027'. */
export function periodText({ from, to }: Days): string {
  const [fromYear, toYear] = [from.slice(0, 4), to.slice(0, 4)]
  if (from === to) return `${shortDay(to)} ${toYear}`
  if (fromYear !== toYear) return `${shortDay(from)} ${fromYear}–${shortDay(to)} ${toYear}`
  const first = monthOf(from) === monthOf(to) ? String(dayOf(from)) : shortDay(from)
  return `${first}–${shortDay(to)} ${toYear}`
}

/** 'oktober' of a month, with its year in a basis of another year; otherwise the dates. */
export function periodName(days: Days, month: string): string {
  if (monthOf(days.from) !== monthOf(days.to)) return periodText(days)
  const year = days.from.slice(0, 4)
  return year === month.slice(0, 4) ? monthName(days.from) : `${monthName(days.from)} ${year}`
}

/** '12' or '0,5' of hundredths. */
export const hundredthsText = (hundredths: number): string => String(hundredths / 100).replace('.', ',')

/** '−10 %' or '−100,00 kr'; null without a discount. */
function discountText({ basisPoints, amountOre }: Discount): string | null {
  if (basisPoints !== null) return `−${hundredthsText(basisPoints)} %`
  return amountOre === null ? null : `−${formatKronor(amountOre)}`
}

/** '12 st, −10 %' or '10 st, 12 st från 17 okt', for a line that is 1 × its amount. */
export const chargedText = (unit: string, charged: ChargedPeriod): string =>
  [
    ...charged.spans.map(({ from, hundredths }, index) =>
      [`${hundredthsText(hundredths)} ${unit}`, index > 0 && `från ${shortDay(from)}`].filter(Boolean).join(' '),
    ),
    discountText(charged),
  ]
    .filter(Boolean)
    .join(', ')

/** How many changes of a quantity an adjustment names; others are too long for a line. */
const NAMED_CHANGES = 3

/** 'Justering oktober, Microsoft 365: +1 st från 17 okt': what is charged now against what was billed last. */
export function adjustmentText(
  { name, unit, endsOn }: Pick<ChargeToPrice, 'name' | 'unit' | 'endsOn'>,
  period: Days & { name: string },
  { now, before }: { now: ChargedPeriod | null; before: ChargedPeriod },
): string {
  const changes = now ? changesOf(unit, period.to, now, before) : [endsOn ? `avslutat ${shortDay(endsOn)}` : 'avslutat']
  return `Justering ${period.name}, ${name}: ${changes.length === 0 ? 'rättat belopp' : changes.join(', ')}`
}

function changesOf(unit: string, to: string, now: ChargedPeriod, before: ChargedPeriod): string[] {
  const [ends, ended] = [now.spans.at(-1)?.to ?? to, before.spans.at(-1)?.to ?? to]
  return [
    ...quantityChanges(now.spans, before.spans)
      .slice(0, NAMED_CHANGES)
      .map((change) => quantityChangeText(unit, change)),
    ends < ended && `avslutat ${shortDay(ends)}`,
    ends > ended && `förlängt till ${shortDay(ends)}`,
    now.priceOre !== before.priceOre && 'nytt pris',
    discountText(now) !== discountText(before) && 'rättad rabatt',
  ].filter((change) => change !== false)
}

/** `isFirst` and `isLast`: from the first day that is compared, and to the last. */
type Change = Span & { isFirst: boolean; isLast: boolean }

/** '+1 st från 17 okt', '−2 st 3–9 okt 2026', or '+1 st' for all the days. */
function quantityChangeText(unit: string, { from, to, hundredths, isFirst, isLast }: Change): string {
  const change = `${hundredths < 0 ? '−' : '+'}${hundredthsText(Math.abs(hundredths))} ${unit}`
  if (!isLast) return `${change} ${periodText({ from, to })}`
  return isFirst ? change : `${change} från ${shortDay(from)}`
}

const at = (spans: readonly Span[], day: string) =>
  spans.find(({ from, to }) => from <= day && day <= to)?.hundredths ?? 0

/** The days that both have, where their quantities differ, with the difference. */
function quantityChanges(now: readonly Span[], before: readonly Span[]): Change[] {
  const [nowTo = '', beforeTo = ''] = [now.at(-1)?.to, before.at(-1)?.to]
  const last = nowTo < beforeTo ? nowTo : beforeTo
  const starts = [...new Set([...now, ...before].map(({ from }) => from))].filter((day) => day <= last).sort()
  const changes: Change[] = []
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1]
    const to = next === undefined ? last : addDays(next, -1)
    const hundredths = at(now, from) - at(before, from)
    const previous = changes.at(-1)
    if (previous?.hundredths === hundredths && addDays(previous.to, 1) === from) {
      previous.to = to
      previous.isLast = to === last
    } else if (hundredths !== 0) changes.push({ from, to, hundredths, isFirst: index === 0, isLast: to === last })
  }
  return changes
}

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

/** 'Till 2026-12-31', 'Bundet till 2028-08-31' or 'Tills vidare', also when the binding is over. */
export function chargeTermText(
  { endsOn, bindingUntil }: Pick<Charge, 'endsOn' | 'bindingUntil'>,
  today = todayInStockholm(),
): string {
  if (endsOn) return `Till ${endsOn}`
  return bindingUntil && bindingUntil >= today ? `Bundet till ${bindingUntil}` : 'Tills vidare'
}

/** '3 månaders uppsägning'; null without notice. */
export const chargeNoticeText = ({ noticeMonths }: Pick<Charge, 'noticeMonths'>): string | null =>
  noticeMonths === 0 ? null : `${plural(noticeMonths, 'månads', 'månaders')} uppsägning`
