/**
 * From now on what is selected of a table is copied as a line for each row, its cells separated by tabs: the browser would break
 * the line in each cell that holds a block. The rest is left to it: text of one cell, of a field, and with text outside the table.
 * Returns a function that ends it.
 */
export function watchCopies(): () => void {
  document.addEventListener('copy', copyRows)
  return () => document.removeEventListener('copy', copyRows)
}

function copyRows(event: ClipboardEvent) {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || (event.target instanceof Element && event.target.matches(FIELDS))) return
  const range = selection.getRangeAt(0)
  const table = [...document.querySelectorAll('table')].find((one) => range.intersectsNode(one))
  if (!table || hasTextBeside(table, range)) return
  const rows = [...table.rows]
    .map((row) => [...row.cells].filter((cell) => isCopied(cell, range)).map(textOf))
    .filter((cells) => cells.length > 0)
  if (rows.length === 0 || (rows.length === 1 && rows[0]?.length === 1)) return
  event.preventDefault()
  event.clipboardData?.setData('text/plain', rows.map((cells) => cells.join('\t')).join('\n'))
}

const FIELDS = 'input, textarea, select'

/** Cells that are not shown have no box; those of buttons have no content to copy. */
const isCopied = (cell: HTMLTableCellElement, range: Range) =>
  cell.dataset.actions === undefined &&
  cell.offsetParent !== null &&
  range.intersectsNode(cell) &&
  !isOnlyTouched(cell, range)

const hasEnd = (range: Range, element: Element) => [
  element.contains(range.startContainer),
  element.contains(range.endContainer),
]
const hasText = (range: Range) => range.toString().trim() !== ''

/** The selection begins or ends in the cell without any text of it. */
function isOnlyTouched(cell: HTMLTableCellElement, range: Range): boolean {
  const [starts, ends] = hasEnd(range, cell)
  if (!starts && !ends) return false
  const part = document.createRange()
  part.selectNodeContents(cell)
  if (starts) part.setStart(range.startContainer, range.startOffset)
  if (ends) part.setEnd(range.endContainer, range.endOffset)
  return !hasText(part)
}

function hasTextBeside(table: HTMLTableElement, range: Range): boolean {
  const [starts, ends] = hasEnd(range, table)
  const [before, after] = [range.cloneRange(), range.cloneRange()]
  if (!starts) before.setEndBefore(table)
  if (!ends) after.setStartAfter(table)
  return (!starts && hasText(before)) || (!ends && hasText(after))
}

const textOf = (cell: HTMLTableCellElement) => cell.innerText.replace(/\s+/g, ' ').trim()
