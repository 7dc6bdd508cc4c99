import { contentEnd, contentWidth, ink, lineHeightOf, type PageSheet, page, type TextStyle } from './page-sheet.ts'
import type { PdfColumn, PdfSum, PdfTable } from './pdf-document.ts'

const styles = {
  caption: { size: 11, weight: 'bold' },
  lead: { size: 8.5, color: ink.soft },
  heading: { size: 8.5, weight: 'bold' },
  cell: { size: 8.5 },
  total: { size: 8.5, weight: 'bold' },
} satisfies Record<string, TextStyle>

const GAP = 10
const PADDING = 2.5
const ABOVE_TABLE = 20
const rowLine = lineHeightOf(styles.cell)
const headHeight = rowLine + 2 * PADDING

type Column = PdfColumn & { left: number; width: number }
type Cells = readonly (readonly string[])[]
type Placed = { columns: readonly Column[] /** Above the heads of further pages. */; repeated: string }

/** The heads stand on every page of the table. The sums are never alone on a page, and a caption never without a row. */
export function drawTable(sheet: PageSheet, table: PdfTable) {
  const { caption, lead = '', columns, rows, foot, sums = [], repeatsCaption = false } = table
  const placed: Placed = {
    columns: placeColumns(sheet, columns, foot ? [...rows, foot] : rows),
    repeated: repeatsCaption ? caption : '',
  }
  const cellsOf = (row: readonly string[] = []): Cells =>
    placed.columns.map(({ width }, nth) => sheet.linesOf(row[nth] ?? '', width, styles.cell))
  const sumsHeight = (sums.length + (foot ? 1 : 0)) * headHeight
  const first = cellsOf(rows[0])
  const titles = titleLines(sheet, caption, lead)
  sheet.y += ABOVE_TABLE
  const titleHeight = titles.reduce((sum, { height }) => sum + height, 0)
  keep(sheet, titleHeight + headHeight + Math.min(heightOf(first), 6 * rowLine) + (rows.length > 1 ? 0 : sumsHeight))
  for (const { text, style, height } of titles) {
    sheet.draw(text, { x: page.left, y: sheet.y }, style)
    sheet.y += height
  }
  drawHead(sheet, placed.columns)
  rows.forEach((row, nth) => {
    const cells = nth === 0 ? first : cellsOf(row)
    drawRow(sheet, placed, { cells, under: nth === rows.length - 1 ? sumsHeight : 0 })
  })
  if (foot) drawFoot(sheet, placed.columns, foot)
  for (const sum of sums) drawSum(sheet, sum)
}

/** The caption and the lead, which may be long names and addresses. */
function titleLines(sheet: PageSheet, caption: string, lead: string) {
  const captions = sheet.linesOf(caption, contentWidth, styles.caption)
  const leads = lead ? sheet.linesOf(lead, contentWidth, styles.lead) : []
  return [
    ...captions.map((text) => ({ text, style: styles.caption as TextStyle, height: 1.6 * rowLine })),
    ...leads.map((text) => ({ text, style: styles.lead as TextStyle, height: 1.2 * rowLine })),
  ]
}

/** Begins a new page when less than this is left of the page; returns whether it did. */
function keep(sheet: PageSheet, height: number): boolean {
  if (sheet.y + height <= contentEnd) return false
  sheet.addPage()
  return true
}

const heightOf = (cells: Cells) => Math.max(...cells.map((lines) => lines.length)) * rowLine + 2 * PADDING

/**
 * The column that grows most takes what the others leave; another that grows takes its share at most, and only what its widest
 * cell needs.
 */
function placeColumns(sheet: PageSheet, columns: readonly PdfColumn[], rows: PdfTable['rows']): Column[] {
  const most = Math.max(...columns.map(({ grows = 0 }) => grows))
  const natural = columns.map(({ heading, grows = 0 }, nth) => {
    const head = sheet.widthOf(heading, styles.heading)
    if (grows > 0 && grows === most) return 0
    return rows.reduce((widest, row) => Math.max(widest, sheet.widthOf(row[nth] ?? '', styles.cell)), head)
  })
  const sumOf = (of: (column: PdfColumn, nth: number) => number) =>
    columns.reduce((sum, column, nth) => sum + of(column, nth), 0)
  const available = contentWidth - GAP * (columns.length - 1)
  const shared = available - sumOf(({ grows }, nth) => (grows === undefined ? (natural[nth] ?? 0) : 0))
  const parts = sumOf(({ grows = 0 }) => grows)
  const widths = columns.map(({ grows }, nth) =>
    grows === undefined ? (natural[nth] ?? 0) : Math.min(natural[nth] ?? 0, (shared * grows) / parts),
  )
  const rest = available - widths.reduce((sum, width) => sum + width, 0)
  const growing = columns.filter(({ grows }) => grows !== undefined && grows === most).length
  let left: number = page.left
  return columns.map((column, nth) => {
    const width = column.grows !== undefined && column.grows === most ? rest / growing : (widths[nth] ?? 0)
    const placed = { ...column, left, width }
    left += width + GAP
    return placed
  })
}

function drawHead(sheet: PageSheet, columns: readonly Column[]) {
  drawLine(sheet, columns, {
    texts: columns.map(({ heading }) => heading),
    y: sheet.y + PADDING,
    style: styles.heading,
  })
  sheet.y += headHeight
  sheet.rule(sheet.y, ink.text, 0.8)
}

function drawFoot(sheet: PageSheet, columns: readonly Column[], texts: readonly string[]) {
  drawLine(sheet, columns, { texts, y: sheet.y + PADDING, style: styles.total })
  sheet.y += headHeight
}

/** The heads again, on a further page. */
function drawHeadAgain(sheet: PageSheet, { columns, repeated }: Placed) {
  if (repeated !== '') {
    const [text = ''] = sheet.linesOf(repeated, contentWidth, styles.caption)
    sheet.draw(text, { x: page.left, y: sheet.y }, styles.caption)
    sheet.y += 1.6 * rowLine
  }
  drawHead(sheet, columns)
}

/** A row that is higher than what is left of the page goes to the next one; one that is higher than a page is divided. */
function drawRow(sheet: PageSheet, placed: Placed, { cells, under }: { cells: Cells; under: number }) {
  const height = heightOf(cells)
  const wholePage = contentEnd - page.top - 6 * rowLine
  if (height + under <= wholePage) {
    if (keep(sheet, height + under)) drawHeadAgain(sheet, placed)
    drawLines(sheet, placed.columns, cells)
  } else drawLongRow(sheet, placed, { cells, under })
  sheet.rule(sheet.y, ink.line)
}

function drawLongRow(sheet: PageSheet, placed: Placed, { cells, under }: { cells: Cells; under: number }) {
  const count = Math.max(...cells.map((lines) => lines.length))
  for (let from = 0; from < count; ) {
    // Some lines stay for the page of the sums.
    const rest = count - from
    const fits = Math.floor((contentEnd - sheet.y - 2 * PADDING - (rest <= 3 ? under : 0)) / rowLine)
    const taken = fits >= rest && under > 0 && sheet.y + rest * rowLine + under > contentEnd ? rest - 2 : fits
    if (taken >= 1) {
      drawLines(
        sheet,
        placed.columns,
        cells.map((lines) => lines.slice(from, from + taken)),
      )
      from += taken
    }
    if (from < count) {
      sheet.addPage()
      drawHeadAgain(sheet, placed)
    }
  }
}

function drawLines(sheet: PageSheet, columns: readonly Column[], cells: Cells) {
  const height = heightOf(cells)
  const count = Math.max(...cells.map((lines) => lines.length))
  for (let nth = 0; nth < count; nth++)
    drawLine(sheet, columns, {
      texts: cells.map((lines) => lines[nth] ?? ''),
      y: sheet.y + PADDING + nth * rowLine,
      style: styles.cell,
    })
  sheet.y += height
}

type Line = { texts: readonly string[]; y: number; style: TextStyle }

function drawLine(sheet: PageSheet, columns: readonly Column[], { texts, y, style }: Line) {
  columns.forEach(({ left, width, isNumber = false }, nth) => {
    const text = texts[nth] ?? ''
    if (text !== '') sheet.draw(text, { x: isNumber ? left + width : left, y, isRight: isNumber }, style)
  })
}

function drawSum(sheet: PageSheet, { label, value, isTotal = false }: PdfSum) {
  const style = isTotal ? styles.total : styles.cell
  const right = page.width - page.right
  const valueWidth = Math.max(90, sheet.widthOf(value, style))
  sheet.draw(value, { x: right, y: sheet.y + PADDING, isRight: true }, style)
  sheet.draw(label, { x: right - valueWidth - GAP, y: sheet.y + PADDING, isRight: true }, style)
  sheet.y += headHeight
}
