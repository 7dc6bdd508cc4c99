import type { KeyboardEvent, RefObject } from 'react'
import { useShortcut } from '../web/shortcut.ts'

/** j and k move the focus between the rows of a list of links, from anywhere outside fields; Enter opens the focused one. */
export function useRowKeys(body: RefObject<HTMLElement | null>, areRowsLinks: boolean) {
  const move = (step: 1 | -1) => {
    if (body.current) focusBeside(body.current, document.activeElement, step)
  }
  useShortcut('j', areRowsLinks ? () => move(1) : undefined)
  useShortcut('k', areRowsLinks ? () => move(-1) : undefined)
}

/** Arrow keys move between row links; Tab still reaches every control. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!(event.target instanceof Element) || !event.target.matches('[data-row-link]')) return
  event.preventDefault()
  focusBeside(event.currentTarget, event.target, event.key === 'ArrowDown' ? 1 : -1)
}

/** Focuses the link of the row after or before the one with the focus; without one, of the first. */
function focusBeside(body: HTMLElement, focused: Element | null, step: 1 | -1) {
  const links = [...body.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link.closest('[data-row]')?.contains(focused))
  const next = at < 0 ? links[0] : links[at + step]
  next?.focus()
}
