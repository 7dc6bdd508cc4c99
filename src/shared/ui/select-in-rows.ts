/**
 * Makes dragging with a mouse in a row that is a link select its text, as in any other row: the browser would drag the link, which
 * covers the row. Returns a function that stops this.
 */
export function watchDrags(): () => void {
  document.addEventListener('dragstart', selectInstead)
  return () => document.removeEventListener('dragstart', selectInstead)
}

function selectInstead(event: DragEvent) {
  const rows = event.target instanceof Element ? event.target.closest('[data-row-link]')?.closest('tbody') : null
  if (!rows || !('caretPositionFromPoint' in document) || !matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  // The rows' links then ignore the pointer, so that they do not cover the text.
  rows.dataset.selecting = ''
  const from = caretAt(event)
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('mousemove', (moved) => select(from, caretAt(moved)), { signal })
  // Releasing the mouse in the link where it was pressed must not follow the link.
  document.addEventListener('click', (click) => click.preventDefault(), { signal, capture: true })
  const end = () => {
    delete rows.dataset.selecting
    stop.abort()
  }
  // Delayed, to run after the click.
  document.addEventListener('mouseup', () => setTimeout(end), { signal, once: true })
}

const caretAt = ({ clientX, clientY }: MouseEvent) => document.caretPositionFromPoint(clientX, clientY)

function select(from: CaretPosition | null, to: CaretPosition | null) {
  if (!from || !to) return
  getSelection()?.setBaseAndExtent(from.offsetNode, from.offset, to.offsetNode, to.offset)
}
