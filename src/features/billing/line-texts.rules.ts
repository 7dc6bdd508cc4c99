// Texts of price lines and sums, for screens and files.
import { csvHours } from '#shared/csv.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { hoursOf } from '#shared/typed-hours.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import type { Buyer } from './buyer.contract.ts'
import { periodText } from './charge-texts.rules.ts'
import { type Line, type LineKind, lineKindName } from './invoice-lines.rules.ts'
import type { MonthPrice, PricedLine } from './price.contract.ts'
import { REVERSE_CHARGE } from './reverse-charge.rules.ts'

/** The heading of late rows and of rows of months that were chosen. */
export const FROM_EARLIER_MONTHS = 'Från tidigare månader'

type NamedLine = {
  kind: LineKind
  article?: string | null | undefined
  period?: { from: string; to: string } | undefined
  isRut: boolean
  /** The quantity, of a line that is shown as 1 × its amount. */
  counted?: string | undefined
}

/**
 * The article of the line, the name of prepaid hours, or a recurring charge with its period; otherwise the kind of
 * line. An adjustment has its period in its text.
 */
export const lineName = ({ kind, article, period, isRut, counted }: NamedLine): string =>
  [
    `${article ?? lineKindName(kind)}${isRut ? ' (RUT-arbete)' : ''}`,
    period && kind === 'charge' && periodText(period),
    counted,
  ]
    .filter(Boolean)
    .join(', ')

/** Why a line has no VAT, for screens and print; undefined for lines with VAT. */
export const noVatText = ({
  vatReason,
  isReversed,
}: Pick<PricedLine, 'vatReason' | 'isReversed'>): string | undefined =>
  vatReason ? `Ingen moms: ${vatReason}` : isReversed ? REVERSE_CHARGE : undefined

type MonthPrepaidHours = {
  bought: readonly { id: string; boughtOn: string; minutes: number }[]
  prepaidHours: readonly { id: string; boughtOn: string }[]
}

/** The lines of a month; those of prepaid hours get the name of the purchase as article. */
export function withPrepaidHoursNames(lines: readonly Line[], { bought, prepaidHours }: MonthPrepaidHours): Line[] {
  const names: Partial<Record<LineKind, Map<string, string>>> = {
    bought: new Map(bought.map(({ id, minutes }) => [id, `Timbank ${hoursOf(minutes)} tim`])),
    drawn: new Map(prepaidHours.map(({ id, boughtOn }) => [id, `Från timbank köpt ${boughtOn}`])),
  }
  return lines.map((line) => {
    const article = line.prepaidHoursId && names[line.kind]?.get(line.prepaidHoursId)
    return article ? { ...line, article } : line
  })
}

const MINUTES_PER_HOUR = 60

/** '7,50' or '2' for a file: the quantity in units, without thousands separators. */
export const plainQuantity = ({ quantity, per }: { quantity: number; per: number }): string =>
  per === 1 ? String(quantity) : csvHours((quantity * 60) / per)

/** '1,50 tim' of work, '12 st' and '2,5 m' of what is counted. */
export const quantityText = ({ quantity, per, unit }: Pick<PricedLine, 'quantity' | 'per' | 'unit'>) =>
  `${per === MINUTES_PER_HOUR ? formatHours(quantity) : formatHours((quantity * MINUTES_PER_HOUR) / per).replace(/,?0+$/, '')} ${unit}`

type Priced = { isPrivate: boolean }
export const unitPriceHeading = ({ isPrivate }: Priced) => (isPrivate ? 'À-pris med moms' : 'À-pris')
export const amountHeading = ({ isPrivate }: Priced) => (isPrivate ? 'Belopp med moms' : 'Belopp')

export type Summed = Pick<MonthPrice, 'netOre' | 'vat' | 'totalOre' | 'isReverseCharge'> & {
  /** The part that is RUT work, if it is shown: as its lines show it. */
  rutOre?: MonthPrice['netOre']
  /** Its lines are shown with VAT. */
  isPrivate: boolean
  /** Goods that have reverse charge of their own. */
  hasReversedGoods?: boolean
  /** Of an invoice basis. */
  buyer?: Pick<Buyer, 'vatNumber'>
}

/** The label and value of each sum above the total. */
export function sumsText(summed: Summed): [label: string, value: string][] {
  const { netOre, vat, isReverseCharge, hasReversedGoods, rutOre, isPrivate, buyer } = summed
  const noVat = vat.some(({ vatOre }) => vatOre !== 0) ? 'Ingen moms på sådana rader' : 'Ingen moms'
  return [
    ['Summa utan moms', formatKronor(netOre)],
    ...(rutOre && !isPrivate ? [['varav RUT-arbete', formatKronor(rutOre)] as [string, string]] : []),
    ...(isReverseCharge || hasReversedGoods
      ? ([
          [REVERSE_CHARGE, noVat],
          ...(buyer?.vatNumber ? [['Köparens momsregistreringsnummer', buyer.vatNumber]] : []),
        ] as [string, string][])
      : []),
    // Corrections of periods that were billed with VAT have it with reverse charge too.
    ...vat
      .filter(({ vatOre }) => !isReverseCharge || vatOre !== 0)
      .map(({ percent, vatOre }): [string, string] => [`Moms ${percent} %`, formatKronor(vatOre)]),
    ...(rutOre && isPrivate ? [['RUT-arbete med moms', formatKronor(rutOre)] as [string, string]] : []),
  ]
}
