import { lineName, plainQuantity } from '#agreements/line-words.rules.ts'
import { type CsvColumn, csvHead, csvRow } from '#lib/csv.rules.ts'
import { plainKronor } from '#lib/money.rules.ts'
import type { Transaction } from '#lib/server/serve.ts'
import type { BasisLine } from '../bases.contract.ts'
import { basisFileName } from '../bases.rules.ts'
import { getBasis } from './bases.queries.ts'

type Basis = Awaited<ReturnType<typeof getBasis>>
type Row = { basis: Basis; line: BasisLine }

const yesOrNo = (is: boolean) => (is ? 'Ja' : 'Nej')

/** docs/operations.md describes the columns. */
export const basisColumns: readonly CsvColumn<Row>[] = [
  { heading: 'Underlag', cell: ({ basis }) => basis.number },
  { heading: 'Kund', cell: ({ basis }) => basis.customer.name },
  { heading: 'Månad', cell: ({ basis }) => basis.month },
  { heading: 'Rad', cell: ({ line }) => String(line.position) },
  { heading: 'Benämning', cell: ({ line }) => lineName(line) },
  { heading: 'Antal', cell: ({ line }) => plainQuantity(line) },
  { heading: 'Enhet', cell: ({ line }) => line.unit },
  { heading: 'À-pris', cell: ({ line }) => plainKronor(line.unitOre) },
  { heading: 'Belopp', cell: ({ line }) => plainKronor(line.netOre) },
  { heading: 'Moms %', cell: ({ line }) => String(line.vatPercent) },
  { heading: 'Omvänd betalningsskyldighet', cell: ({ basis }) => yesOrNo(basis.isReverseCharge) },
  { heading: 'RUT-arbete', cell: ({ line }) => yesOrNo(line.isRut) },
]

/** The lines of a basis as CSV. Throws 404 for an unknown basis. */
export async function basisFile(transaction: Transaction, id: string) {
  const basis = await transaction((db) => getBasis(db, id))
  const lines = basis.lines.map((line) => csvRow(basisColumns, { basis, line }))
  return { filename: basisFileName(basis), content: [csvHead(basisColumns) + lines.join('')] }
}
