/**
 * Makes the selection in a table be copied as a line for each row, with cells separated by tabs: the browser would break the line
 * at each cell that contains a block. Selections within one cell or a field, or beyond the table, are left to the browser.
 * Returns a function that stops this.
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

/** Leaves out hidden cells, which have no box, and cells with buttons or a checkbox. */
const isCopied = (cell: HTMLTableCellElement, range: Range) =>
  cell.dataset.actions === undefined &&
  cell.dataset.select === undefined &&
  cell.offsetParent !== null &&
  range.intersectsNode(cell) &&
  !isOnlyTouched(cell, range)

const hasEnd = (range: Range, element: Element) => [
  element.contains(range.startContainer),
  element.contains(range.endContainer),
]
const hasText = (range: Range) => range.toString().trim() !== ''

/** Whether the selection begins or ends in the cell, but contains none of its text. */
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
