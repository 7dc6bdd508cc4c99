import { flushSync } from 'react-dom'
import type { createBrowserRouter } from 'react-router'

/**
 * Replaces an early page (early-page.tsx), or the frame or drawing of a screen (first-screen.ts), when the code of its
 * screen is loaded. The screen reads the typed values while it renders; focus, the scroll position and the last press are
 * transferred here. All in one task, so that no key press is lost.
 */
export function takeOver(page: HTMLElement, router: ReturnType<typeof createBrowserRouter>, render: () => void) {
  const replace = () => {
    const focused = document.activeElement?.getAttribute('name')
    const pressAgain = pressIn(page)
    const { scrollY } = window
    page.inert = false
    flushSync(render)
    delete page.dataset.early
    delete page.dataset.frame
    document.documentElement.classList.remove('has-session')
    const field = focused && page.querySelector<HTMLElement>(`[name="${focused}"]`)
    if (field) field.focus()
    if (scrollY > 0) window.scrollTo(0, scrollY)
    pressAgain()
  }
  if (router.state.initialized) return replace()
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    // The router is not done yet: a redirect that the first render starts would be lost.
    queueMicrotask(replace)
  })
}

/** The last press: of a button of an early page by its index, of anything in a drawing by its name. */
function pressIn(page: HTMLElement): () => void {
  const { pressed } = page.dataset
  if (pressed) return () => page.querySelectorAll('button')[Number(pressed)]?.click()
  const drawn = page.querySelector<HTMLElement>('[data-pressed]')
  if (!drawn) return () => undefined
  const nth = alike(page, drawn).indexOf(drawn)
  return () => alike(page, drawn)[nth]?.click()
}

const alike = (page: HTMLElement, one: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>(one.tagName)].filter((other) => nameOf(other) === nameOf(one))

const nameOf = (element: HTMLElement) =>
  [element.getAttribute('href'), element.getAttribute('aria-label'), element.textContent].join()
