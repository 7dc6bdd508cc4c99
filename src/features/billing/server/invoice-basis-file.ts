import type { Transaction } from '#platform/http/serve.ts'
import { type CsvColumn, csvHead, csvRow } from '#shared/csv.rules.ts'
import { plainKronor } from '#shared/money.rules.ts'
import { yesOrNo } from '#shared/plural.rules.ts'
import { invoiceBasisFileName } from '../invoice-bases.rules.ts'
import type { LineWithAccount } from '../invoice-basis-content.contract.ts'
import { lineName, plainQuantity } from '../line-texts.rules.ts'
import { getInvoiceBasis } from './invoice-bases.queries.ts'

type InvoiceBasis = Awaited<ReturnType<typeof getInvoiceBasis>>
type Row = { basis: InvoiceBasis; line: LineWithAccount }

/** docs/operations.md describes the columns. */
export const invoiceBasisColumns: readonly CsvColumn<Row>[] = [
  { heading: 'Underlag', cell: ({ basis }) => basis.number },
  { heading: 'Kund', cell: ({ basis }) => basis.customer.name },
  { heading: 'Månad', cell: ({ basis, line }) => line.month ?? basis.month },
  { heading: 'Rad', cell: ({ line }) => String(line.position) },
  { heading: 'Benämning', cell: ({ line }) => lineName(line) },
  { heading: 'Antal', cell: ({ line }) => plainQuantity(line), isNumber: true },
  { heading: 'Enhet', cell: ({ line }) => line.unit },
  { heading: 'À-pris', cell: ({ line }) => plainKronor(line.unitOre), isNumber: true },
  { heading: 'Belopp', cell: ({ line }) => plainKronor(line.netOre), isNumber: true },
  { heading: 'Moms %', cell: ({ line }) => String(line.vatPercent) },
  { heading: 'Omvänd betalningsskyldighet', cell: ({ line }) => yesOrNo(line.isReversed) },
  { heading: 'RUT-arbete', cell: ({ line }) => yesOrNo(line.isRut) },
  { heading: 'Artikelnummer', cell: ({ line }) => line.articleNumber },
  { heading: 'Konto', cell: ({ line }) => line.account },
  { heading: 'Orsak utan moms', cell: ({ line }) => line.vatReason },
  { heading: 'Fakturamottagare', cell: ({ basis, line }) => line.recipient ?? basis.customer.name },
  { heading: 'Er referens', cell: ({ line }) => line.reference },
  { heading: 'Ordernummer', cell: ({ line }) => line.orderNumber },
]

/** The lines of a basis as CSV. Throws 404 for an unknown basis. */
export async function invoiceBasisFile(transaction: Transaction, id: string) {
  const basis = await transaction((db) => getInvoiceBasis(db, id))
  const lines = basis.lines.map((line) => csvRow(invoiceBasisColumns, { basis, line }))
  return { filename: invoiceBasisFileName(basis, 'csv'), content: [csvHead(invoiceBasisColumns) + lines.join('')] }
}
