/** Moves an element to the browser's top layer, so that nothing around it clips it; without popover support it stays in place. */
export function moveToTopLayer(element: HTMLElement | null) {
  if (!element?.showPopover) return
  element.popover = 'manual'
  element.showPopover()
}
