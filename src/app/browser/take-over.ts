import { flushSync } from 'react-dom'
import type { createBrowserRouter } from 'react-router'

/**
 * Replaces an early page or a frame (early-page.tsx) when the code of its screen is loaded. The screen reads the typed
 * values while it renders; focus and the last pressed button are transferred here. All in one task, so that no key press
 * is lost.
 */
export function takeOver(page: HTMLElement, router: ReturnType<typeof createBrowserRouter>, render: () => void) {
  const replace = () => {
    const focused = document.activeElement?.getAttribute('name')
    page.inert = false
    flushSync(render)
    delete page.dataset.early
    delete page.dataset.frame
    document.documentElement.classList.remove('has-session')
    const field = focused && page.querySelector<HTMLElement>(`[name="${focused}"]`)
    if (field) field.focus()
    const { pressed } = page.dataset
    if (pressed) page.querySelectorAll('button')[Number(pressed)]?.click()
  }
  if (router.state.initialized) return replace()
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    // The router is not done yet: a redirect that the first render starts would be lost.
    queueMicrotask(replace)
  })
}
