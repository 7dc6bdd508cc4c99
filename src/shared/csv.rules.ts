// CSV for Swedish spreadsheets: byte-order mark, semicolons, CRLF, decimal comma.
import { roundedHours } from './hours.rules.ts'

const BOM = '\ufeff'

/** A column: its heading, and the cell of a row. `isNumber`: digits of our own, which may begin with a hyphen. */
export type CsvColumn<Row> = { heading: string; cell: (row: Row) => string | null; isNumber?: true }

/** A column for each text field, with its label as heading; `written` formats fields that differ from their stored value. */
export const fieldColumns = <Field extends string>(
  fields: readonly Field[],
  labels: Readonly<Record<Field, string>>,
  written: Partial<Record<Field, (value: string) => string>>,
) =>
  fields.map(
    (field): CsvColumn<Record<Field, string | null>> => ({
      heading: labels[field],
      cell: ({ [field]: value }) => value && (written[field]?.(value) ?? value),
    }),
  )

/** The beginning of a file: byte-order mark and headings. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BOM + csvLine(columns.map(({ heading }) => heading))

export const csvRow = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  joined(columns.map(({ cell, isNumber }) => (isNumber ? (cell(row) ?? '') : cellOf(cell(row)))))

/**
 * First characters that a spreadsheet may interpret as a formula (CWE-1236), also full-width ones; and the apostrophe itself, so that
 * removing one from each cell that has it gives the text.
 */
const FORMULA_START = /^[=+\-@'\t\r\n\0＝＋－＠]/

/**
 * One line of the file. Every cell is untrusted: one that could start a formula gets a leading apostrophe, one with a
 * separator, a quotation mark or a line break is quoted (RFC 4180). Null is an empty cell.
 */
export const csvLine = (cells: readonly (string | null)[]): string => joined(cells.map(cellOf))

const joined = (cells: readonly string[]) => `${cells.join(';')}\r\n`

function cellOf(value: string | null) {
  const text = value ?? ''
  const escaped = FORMULA_START.test(text) ? `'${text}` : text
  return /[;"\r\n\t]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** Whole minutes as hours with two decimals, rounded half up, without thousands separators: '7,50' for 450. */
export function csvHours(minutes: number): string {
  const { whole, fraction } = roundedHours(minutes, 2)
  return `${whole},${fraction}`
}
