// Parses the cells of files from other programs.
import { z } from 'zod'
import { asciiDomain } from '#shared/email.rules.ts'
import { PHONE_MAX } from '#shared/limits.rules.ts'

/**
 * The text of a cell, without the ' that exports put before text that a spreadsheet would evaluate, and without the `="…"` that
 * preserves leading zeros; empty for a lone dash.
 */
export function cellText(cell: string): string {
  const guarded = /^'(?=[=+\-@'＝＋－＠\t\r\n])/.test(cell)
  if (guarded) return cell.slice(1).trim()
  const literal = /^\s*="(.*)"\s*$/s.exec(cell)?.[1]
  const text = (literal ?? cell).trim()
  return /^[-–—]+$/.test(text) ? '' : text
}

/** The cell of each part in a record; empty where the part has no column. */
export const cellsOf =
  <Part extends string>(cells: readonly string[], columns: Partial<Record<Part, number>>) =>
  (part: Part): string => {
    const column = columns[part]
    return column === undefined ? '' : (cells[column] ?? '')
  }

const isAddress = (text: string) => z.email().safeParse(asciiDomain(text)).success

/**
 * The first e-mail address of a cell, and the others. A cell without a valid one is returned unchanged, to be refused;
 * 'saknas' means none.
 */
export function addressesIn(cell: string): { email: string; others: string[] } {
  if (/^(saknas|ingen|okänd|n\/a|none|null)\.?$/i.test(cell)) return { email: '', others: [] }
  const candidates = cell
    .split(/[\s,;<>()"]+/)
    .map((part) => part.replace(/^'?(?:mailto:|smtp:)?/i, '').replace(/(?:\?.*|[.:']+)$/, ''))
  const [email, ...others] = [...new Set(candidates.filter((part) => part.includes('@')))]
  if (email === undefined || ![email, ...others].every(isAddress)) return { email: cell, others: [] }
  return { email, others }
}

/** A note, with what has no field of its own on further lines: other addresses, and telephone cells that are too long. */
export const noteWith = (note: string, others: readonly string[], phones: readonly LabelledCell[]) =>
  [
    note,
    ...(others.length === 0 ? [] : [`Fler e-postadresser: ${others.join(', ')}`]),
    ...phones.map(({ label, cell }) => `${label}: ${cell}`),
  ]
    .filter(Boolean)
    .join('\n')

type LabelledCell = { label: string; cell: string }

/** The telephone cells that are longer than their field allows. */
export const longPhones = (cells: readonly LabelledCell[]): LabelledCell[] =>
  cells.filter(({ cell }) => cell.length > PHONE_MAX)

/** The warnings for such cells. */
export const listed = (long: readonly LabelledCell[]): string[] =>
  long.map(({ label }) => `${label} har fler än ${PHONE_MAX} tecken och hamnar i anteckningen`)

/** A person's name in one column or in two. */
export const personName = (whole: string, first: string, last: string) =>
  whole || [first, last].filter(Boolean).join(' ')
