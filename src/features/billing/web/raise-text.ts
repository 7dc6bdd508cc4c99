// What the screen of raised prices says.
import { formatKronor, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { formatNumber } from '#shared/plural.rules.ts'
import { perUnitText, termsPriceTexts } from '../price-raise-texts.rules.ts'
import type { RaisedPrice, RaiseRow } from '../price-raises.contract.ts'
import type { RaiseRounding, RaiseSubject, StopReason, TermsPart } from '../price-raises.rules.ts'

export const raiseSubjectLabels: Record<RaiseSubject, string> = {
  charges: 'Abonnemang med eget pris',
  articles: 'Artiklar',
  terms: 'Villkor',
}
/** Of one row. */
export const raisedLabels: Record<RaiseSubject, string> = {
  charges: 'Abonnemang',
  articles: 'Artikel',
  terms: 'Villkor',
}
export const raiseRoundingLabels: Record<RaiseRounding, string> = {
  none: 'Ingen avrundning',
  krona: 'Hela kronor',
  ten: 'Hela tiotal kronor',
}
export const termsPartLabels: Record<TermsPart, string> = {
  all: 'Timpriser, startavgift och månadsavgift',
  work: 'Timpriser och startavgift',
  fee: 'Månadsavgift',
}

type Stop = NonNullable<RaiseRow['stop']>
const stopTexts: Record<StopReason, (stop: Stop) => string> = {
  bound: ({ date }) => `Bundet till ${date}`,
  dated: ({ date, customer }) => (customer ? `${customer} får villkoren ${date}` : `Har redan ett pris från ${date}`),
  follows: () => 'Har artikelns pris. Höj artikeln i stället.',
  free: () => 'Kostar inget',
  unchanged: () => 'Blir inte högre med den avrundningen',
  limit: () => `Blir mer än ${formatNumber(PRICE_MAX_ORE / 100)} kr`,
  unpriced: () => 'Har inget pris den dagen',
  unused: () => 'Ingen kund har villkoren den dagen',
  older: ({ customer }) =>
    customer ? `${customer} har en tidigare version` : 'Standardvillkoren är en tidigare version',
  kept: ({ date, customer }) => `${customer} är bunden och får ett nytt pris ${date}`,
}

/** Why a price is not raised. */
export const stopText = (stop: Stop): string => stopTexts[stop.reason](stop)

/** A raise that the notice leaves too little time for. */
export const earliestText = (earliest: string): string => `Kort varsel: uppsägningstiden löper till ${earliest}`

const arrow = ({ oldOre, newOre }: RaisedPrice) =>
  [oldOre, newOre].flatMap((amount) => (amount === null ? [] : [formatKronor(amount)])).join(' → ')

/** 'Fjärr 1 000,00 kr → 1 050,00 kr per timme', or '129,00 kr → 135,00 kr per st och månad'. */
export function priceText(price: RaisedPrice, { unit, period }: Pick<RaiseRow, 'unit' | 'period'>): string {
  if (price.oldOre === null) return 'Inget pris'
  if (price.part === 'unit') return `${arrow(price)} ${perUnitText(unit ?? '', period)}`
  const { label, per } = termsPriceTexts[price.part]
  return `${label} ${arrow(price)} ${per}`
}

/** All that a row says, for what differs from the preview. */
export const outcomeText = (row: RaiseRow): string =>
  [...row.prices.map((price) => priceText(price, row)), row.stop && stopText(row.stop)].filter(Boolean).join(', ')

/** 'Anna AB: Microsoft 365', or the name of an article or terms. */
export const raisedName = ({ customer, name }: RaiseRow): string => (customer ? `${customer.name}: ${name}` : name)
