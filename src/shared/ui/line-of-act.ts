import { useLayoutEffect, useRef } from 'react'
import { hasLostFocus } from './lost-focus.ts'

/** Resolves and rejects as the action does; an action that resolves to false has failed too (`attempt`). */
export type Act = <Outcome>(action: () => Promise<Outcome>) => Promise<Outcome>

/**
 * The ref of a status line, and `act`, which runs an action that changes the status. When the text then changes, the line gets the
 * focus, as the pressed button is gone. The same when another user caused the change and the focused button or confirmation is
 * gone, so that Enter does not press the opposite button that replaced it.
 */
export function useLineOfAct<Line extends HTMLElement>(text: string) {
  const line = useRef<Line>(null)
  const shown = useRef(text)
  const isActing = useRef(false)
  // A layout effect, to run before keepFocus moves the focus.
  useLayoutEffect(() => {
    const hasChanged = shown.current !== text
    shown.current = text
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

/** Focuses an element, behind an open dialog as soon as that closes. Returns a function that cancels this. */
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
