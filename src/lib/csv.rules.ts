// CSV as Swedish spreadsheets open it: byte-order mark, semicolons, CRLF, decimal comma.

export const CSV_BOM = '\ufeff'

/** What a spreadsheet may take for a formula (CWE-1236), in full width too. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/

/**
 * One line of the file. Every cell is a text that somebody may have written: one that could start a formula gets a leading
 * apostrophe, one with a separator, a quotation mark or a line break is quoted (RFC 4180). Null is an empty cell.
 */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(cellOf).join(';')}\r\n`

function cellOf(value: string | null) {
  const text = value ?? ''
  const harmless = FORMULA_START.test(text) ? `'${text}` : text
  return /[;"\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** '7,50' of 450 whole minutes, half up: without the spaces between thousands that a person reads. */
export function csvHours(minutes: number): string {
  const hundredths = Math.floor((minutes * 200 + 60) / 120)
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`
}
