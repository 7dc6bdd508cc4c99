// The CSV file of a month's invoice bases, for an accounting program (docs/decisions/127).
import type { CsvColumn } from '#shared/csv.rules.ts'
import { formatKronor, type Ore, plainKronor } from '#shared/money.rules.ts'
import { yesOrNo } from '#shared/plural.rules.ts'
import { invoiceBasisStateLabels } from './invoice-bases.rules.ts'
import { lineName, quantityText } from './line-texts.rules.ts'
import type { MonthLine } from './month-lines.contract.ts'
import { REVERSE_CHARGE } from './reverse-charge.rules.ts'

export const NOTHING_IN_MONTH_FILE = 'Inget är fakturerat i månaden än'

export const monthFileName = (month: string): string => `fakturaunderlag_${month}.csv`

type Counted = Parameters<typeof lineName>[0] & {
  quantity: number
  per: number
  unit: string
  unitOre: Ore
  netOre: Ore
}

/**
 * The text, quantity and price of a line for a program that multiplies: in hundredths of the unit, and 1 × the amount where
 * quantity × price is not exactly the amount; then the text says both.
 */
export function multipliedLine(line: Counted): Pick<MonthLine, 'text' | 'hundredths' | 'unit' | 'unitOre'> {
  const { quantity, per, unit, unitOre, netOre } = line
  const text = lineName(line)
  const hundredths = Math.round((quantity * 100) / per)
  if (BigInt(hundredths) * BigInt(unitOre) === BigInt(netOre) * 100n) return { text, hundredths, unit, unitOre }
  const counted = `${quantityText(line)} à ${formatKronor(unitOre)}`
  return { text: `${text}, ${counted}`, hundredths: 100, unit: 'st', unitOre: netOre }
}

/** '1,50' or '2', with a hyphen below 0. */
function plainHundredths(hundredths: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(hundredths) / 100), Math.abs(hundredths) % 100]
  return `${hundredths < 0 ? '-' : ''}${whole}${rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`}`
}

const number = (value: number | null) => (value === null ? null : String(value))

/** docs/operations.md describes the columns. */
export const monthFileColumns: readonly CsvColumn<MonthLine>[] = [
  { heading: 'Kundnummer', cell: ({ customerNumber }) => customerNumber },
  { heading: 'Kund', cell: ({ customer }) => customer },
  { heading: 'Organisationsnummer', cell: ({ orgNumber }) => orgNumber },
  { heading: 'Momsregistreringsnummer', cell: ({ vatNumber }) => vatNumber },
  { heading: 'Land', cell: ({ country }) => country },
  { heading: 'Privatperson', cell: ({ isPrivate }) => yesOrNo(isPrivate) },
  { heading: 'Fakturamottagare', cell: ({ recipient }) => recipient },
  { heading: 'Mottagarens adress', cell: ({ recipientAddress }) => recipientAddress },
  { heading: 'E-post för fakturor', cell: ({ invoiceEmail }) => invoiceEmail },
  { heading: 'Er referens', cell: ({ reference }) => reference },
  { heading: 'Ordernummer', cell: ({ orderNumber }) => orderNumber },
  { heading: 'Kostnadsställe', cell: ({ costCentre }) => costCentre },
  { heading: 'Betalningsvillkor dagar', cell: ({ paymentDays }) => number(paymentDays), isNumber: true },
  { heading: 'Underlag', cell: ({ number: ofBasis }) => ofBasis },
  { heading: 'Läge', cell: ({ state }) => invoiceBasisStateLabels[state] },
  { heading: 'Månad', cell: ({ month }) => month },
  { heading: 'Rad', cell: ({ position }) => String(position), isNumber: true },
  { heading: 'Artikelnummer', cell: ({ articleNumber }) => articleNumber },
  { heading: 'Benämning', cell: ({ text }) => text },
  { heading: 'Antal', cell: ({ hundredths }) => plainHundredths(hundredths), isNumber: true },
  { heading: 'Enhet', cell: ({ unit }) => unit },
  { heading: 'À-pris', cell: ({ unitOre }) => plainKronor(unitOre), isNumber: true },
  { heading: 'Belopp', cell: ({ netOre }) => plainKronor(netOre), isNumber: true },
  { heading: 'Moms %', cell: ({ vatPercent }) => String(vatPercent), isNumber: true },
  { heading: REVERSE_CHARGE, cell: ({ isReversed }) => yesOrNo(isReversed) },
  { heading: 'Orsak utan moms', cell: ({ vatReason }) => vatReason },
  { heading: 'Konto', cell: ({ account }) => account },
  { heading: 'RUT-arbete', cell: ({ isRut }) => yesOrNo(isRut) },
]
