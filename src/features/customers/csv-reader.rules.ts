// Reads CSV files of other programs: RFC 4180, with the deviations of Excel and older systems.
import { isBlank } from '#shared/text.rules.ts'

const DELIMITERS = [';', '\t', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A record, and the line of the file where it begins, from 1. */
type CsvRecord = { line: number; cells: string[] }
/** `unclosedLine`: the line of a quoted cell that is never closed; the records before it are complete. */
export type Csv = { records: CsvRecord[]; unclosedLine?: number }

/** The records of a file with any supported delimiter; blank lines are skipped. */
export function readCsv(text: string): Csv {
  // Excel declares the delimiter in a first line of its own.
  const declared = /^sep=([;,\t])(?=[\r\n])/i.exec(text)?.[1]
  if (!declared) return recordsOf(text, delimiterOf(text))
  const { records, ...rest } = recordsOf(text, declared as Delimiter)
  return { records: records.slice(1), ...rest }
}

const SAMPLE_CHARACTERS = 20_000

/** The delimiter by which the most of the first records have the same number of cells, at least two. */
function delimiterOf(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, ...commonWidth(recordsOf(sample, delimiter).records) }))
  const [best] = scored.sort((a, b) => b.records - a.records || b.width - a.width)
  return best && best.records > 0 ? best.delimiter : ';'
}

/** The most common number of cells, and how many records have it; records with one cell, such as a title, do not count. */
function commonWidth(records: readonly CsvRecord[]) {
  const counts = new Map<number, number>()
  for (const { cells } of records) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [common] = [...counts].sort(([a, left], [b, right]) => right - left || b - a)
  const [width = 0, count = 0] = common ?? []
  return { width, records: count }
}

type Cell = { text: string; end: number }

/** The records of a text with the given delimiter. */
export function recordsOf(text: string, delimiter: Delimiter): Csv {
  const records: CsvRecord[] = []
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let at = 0
  let line = 1
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [] }
    for (let isRecord = true; isRecord; ) {
      const cell = text[at] === '"' ? quotedCell(text, at, plain) : plainCell(text, at, plain)
      if (!cell) return { records, unclosedLine: line }
      record.cells.push(cell.text)
      line += breaksIn(text, at, cell.end)
      isRecord = text[cell.end] === delimiter
      at = isRecord ? cell.end + 1 : afterBreak(text, cell.end)
    }
    line += 1
    if (record.cells.some((cell) => !isBlank(cell))) records.push(record)
  }
  return { records }
}

function plainCell(text: string, at: number, plain: RegExp): Cell {
  plain.lastIndex = at
  const found = plain.exec(text)?.[0] ?? ''
  return { text: found, end: at + found.length }
}

/** Undefined for an unclosed quote. Text between the closing quote and the delimiter belongs to the cell. */
function quotedCell(text: string, at: number, plain: RegExp): Cell | undefined {
  let close = text.indexOf('"', at + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return undefined
  const rest = plainCell(text, close + 1, plain)
  return { text: text.slice(at + 1, close).replaceAll('""', '"') + rest.text, end: rest.end }
}

const afterBreak = (text: string, at: number) => at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1)

const breaksIn = (text: string, from: number, to: number) =>
  text[from] === '"' ? (text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0) : 0
