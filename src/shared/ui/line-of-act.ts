import { useLayoutEffect, useRef } from 'react'
import { hasLostFocus } from './lost-focus.ts'

/** Resolves and rejects as the action does; it fails too by resolving to false (`attempt`). */
export type Act = <Outcome>(action: () => Promise<Outcome>) => Promise<Outcome>

/**
 * The ref of a line that says how something is, and `act`, which does something about it: when the line then says something
 * else, it gets the focus, as the button that was pressed is gone by then. So it does when somebody else did it and the focused
 * button, or the question, is gone: Enter must not press the opposite that came in its place.
 */
export function useLineOfAct<Line extends HTMLElement>(text: string) {
  const line = useRef<Line>(null)
  const said = useRef(text)
  const isActing = useRef(false)
  // Before what watches the document moves the focus on.
  useLayoutEffect(() => {
    const hasChanged = said.current !== text
    said.current = text
    if (!hasChanged || !(isActing.current || hasLostFocus()) || !line.current) return
    isActing.current = false
    return focusWhenActive(line.current)
  }, [text])
  const act: Act = async (action) => {
    isActing.current = true
    try {
      const outcome = await action()
      if (outcome === false) isActing.current = false
      return outcome
    } catch (error) {
      isActing.current = false
      throw error
    }
  }
  return { line, act }
}

/** Focuses an element, behind an open dialog as soon as that is closed. Returns how to give up. */
function focusWhenActive(element: HTMLElement): () => void {
  const observer = new MutationObserver(tryToFocus)
  function tryToFocus() {
    if (element.closest('[inert]')) return
    observer.disconnect()
    element.focus()
  }
  observer.observe(document.body, { subtree: true, attributeFilter: ['inert'] })
  tryToFocus()
  return () => observer.disconnect()
}
