import { lineName, plainQuantity } from '#agreements/line-words.rules.ts'
import { CSV_BOM, csvLine } from '#lib/csv.rules.ts'
import { plainKronor } from '#lib/money.rules.ts'
import type { Transaction } from '#lib/server/serve.ts'
import { basisCsvHeadings } from '../bases.rules.ts'
import { getBasis } from './bases.queries.ts'

/** The lines of a basis as CSV (docs/operations.md describes the columns). Throws 404 for an unknown basis. */
export async function basisFile(transaction: Transaction, id: string) {
  const { number, month, customer, lines, isReverseCharge } = await transaction((db) => getBasis(db, id))
  const rows = lines.map((line) => [
    ...[number, customer.name, month, String(line.position), lineName(line), plainQuantity(line), line.unit],
    ...[plainKronor(line.unitOre), plainKronor(line.netOre), String(line.vatPercent)],
    isReverseCharge ? 'Ja' : 'Nej',
    line.isRut ? 'Ja' : 'Nej',
  ])
  const content = CSV_BOM + [basisCsvHeadings, ...rows].map(csvLine).join('')
  return { filename: `fakturaunderlag_${number ?? month}.csv`, content: [content] }
}
