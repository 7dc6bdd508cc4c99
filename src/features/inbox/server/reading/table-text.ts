// Converts tables to text. A row of short cells becomes a line with separators between the cells; a layout table becomes
// paragraphs.
import type { DomNode, FormatCallback } from 'html-to-text'

/** A longer cell becomes a paragraph. */
const CELL_LENGTH = 200
const CELL_LINES = 3
const BETWEEN = ' | '
const BETWEEN_LINES = ' / '
const EMPTY = '–'
/** The largest `colspan` that is used. */
const COLUMNS = 20

export const tableFormat: FormatCallback = (table, walk, builder) => {
  builder.openTable()
  for (const row of rowsIn(table)) {
    builder.openTableRow()
    for (const { nodes, colspan } of cellsIn(row)) {
      builder.openTableCell()
      walk(nodes, builder)
      builder.closeTableCell({ colspan })
    }
    builder.closeTableRow()
  }
  builder.closeTable({ tableToString: textOfTable, leadingLineBreaks: 2, trailingLineBreaks: 2 })
}

const groups = ['thead', 'tbody', 'tfoot']
const isShown = ({ attribs }: DomNode) => attribs?.hidden === undefined
const isContent = (node: DomNode) => node.type === 'tag' || (node.type === 'text' && (node.data ?? '').trim() !== '')

/** The rows; other content of a table, such as a caption, counts as a row. */
const rowsIn = (table: DomNode): DomNode[] =>
  table.children
    .filter((node) => isContent(node) && isShown(node))
    .flatMap((node) => (groups.includes(node.name ?? '') ? rowsIn(node) : [node]))

type CellNodes = { nodes: DomNode[]; colspan: number }

function cellsIn(row: DomNode): CellNodes[] {
  const cells = row.name === 'tr' ? row.children.filter((node) => isContent(node) && isShown(node)) : [row]
  return cells.map((node) =>
    node.name === 'td' || node.name === 'th'
      ? { nodes: node.children, colspan: colspanOf(node) }
      : { nodes: [node], colspan: 1 },
  )
}

const colspanOf = ({ attribs }: DomNode) =>
  Math.min(Math.max(Number.parseInt(attribs?.colspan ?? '', 10) || 1, 1), COLUMNS)

type Cell = { text: string; colspan: number }

function textOfTable(table: Cell[][]): string {
  const rows = table.map((cells) =>
    cells.flatMap(({ text, colspan }) => [text.trim(), ...Array.from({ length: colspan - 1 }, () => '')]),
  )
  const isGrid = rows.filter(isLine).length > 1
  const columns = isGrid ? filledColumns(rows) : undefined
  const text: string[] = []
  let wasLine = true
  for (const row of rows) {
    const filled = row.filter((cell) => cell !== '')
    if (filled.length === 0) continue
    const inLine = isLine(row) || (isGrid && filled.every(isShort))
    const isInColumns = columns !== undefined && row.length === columns.length
    const words = inLine ? joinCells(isInColumns ? inColumns(row, columns) : filled) : filled.join('\n\n')
    if (text.length > 0) text.push(inLine && wasLine ? '\n' : '\n\n')
    text.push(words)
    wasLine = inLine
  }
  return text.join('')
}

/** Whether the row has several cells, each of them short. */
const isLine = (row: string[]) => row.filter((cell) => cell !== '').length > 1 && row.every(isShort)

/** A cell that contains a table is not short. */
const isShort = (cell: string) =>
  cell.length <= CELL_LENGTH && linesOf(cell).length <= CELL_LINES && !(cell.includes('\n') && cell.includes(BETWEEN))
const linesOf = (cell: string) => cell.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || [])

/** Which columns are not empty; undefined for a table whose rows have different numbers of cells. */
function filledColumns(rows: string[][]): boolean[] | undefined {
  const lines = rows.filter(isLine)
  const width = lines[0]?.length ?? 0
  if (lines.some((row) => row.length !== width)) return undefined
  return Array.from({ length: width }, (_, column) => lines.some((row) => row[column] !== ''))
}

/** The row with a placeholder for each empty cell of a non-empty column, so that values stay in their columns. */
function inColumns(row: string[], columns: boolean[]): string[] {
  const last = row.findLastIndex((cell) => cell !== '')
  return row.slice(0, last + 1).flatMap((cell, column) => (cell !== '' ? [cell] : columns[column] ? [EMPTY] : []))
}

function joinCells(cells: string[]): string {
  const isLabel = (cell = '') => cell.endsWith(':') && !cell.includes('\n')
  return cells
    .flatMap((cell, at) => {
      const words = linesOf(cell).join(BETWEEN_LINES)
      return at === 0 ? [words] : [isLabel(cells[at - 1]) ? ' ' : BETWEEN, words]
    })
    .join('')
}
