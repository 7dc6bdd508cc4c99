import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { createBrowserRouter } from 'react-router'
import { CodeNotice } from '#shared/ui/code-notice.tsx'
import { isOpening } from '#shared/web/frame.ts'

/**
 * Replaces an early page (early-page.tsx), or the frame or drawing of a screen (first-screen.ts), when the code of its
 * screen is loaded. The screen reads the typed values while it renders; focus, the scroll position and the last press are
 * transferred here. All in one task, so that no key press is lost.
 */
export function takeOver(page: HTMLElement, router: ReturnType<typeof createBrowserRouter>, render: () => void) {
  const hideNotice = page.dataset.frame === undefined ? () => undefined : showNotice()
  const replace = () => {
    const focused = document.activeElement?.getAttribute('name')
    const pressAgain = pressIn(page)
    const scrollAgain = scrolledIn(page)
    page.inert = false
    hideNotice()
    flushSync(render)
    delete page.dataset.early
    delete page.dataset.frame
    delete page.dataset.drawn
    document.body.style.cursor = ''
    document.documentElement.classList.remove('has-session')
    const field = focused && page.querySelector<HTMLElement>(`[name="${focused}"]`)
    if (field) field.focus()
    scrollAgain()
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

/** Says beside a drawing, which does not answer, when the app's code cannot be fetched. Returns its end. */
function showNotice(): () => void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(createElement(CodeNotice))
  return () => {
    root.unmount()
    place.remove()
  }
}

/** The last press: of a button of an early page by its index, of anything in a drawing by its name. */
function pressIn(page: HTMLElement): () => void {
  const { pressed } = page.dataset
  if (pressed) return () => page.querySelectorAll('button')[Number(pressed)]?.click()
  const drawn = page.querySelector<HTMLElement>('[data-pressed]')
  if (!drawn) return () => undefined
  const nth = alike(page, drawn).indexOf(drawn)
  return () => {
    const rendered = alike(page, drawn)[nth]
    rendered?.focus()
    rendered?.click()
  }
}

const alike = (page: HTMLElement, one: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>(one.tagName)].filter((other) => nameOf(other) === nameOf(one))

/** In a list the row is part of it, as its rows may have changed. */
const nameOf = (element: HTMLElement) =>
  [
    element.closest<HTMLElement>('[data-row]')?.dataset.row,
    ...['href', 'name', 'value', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name)),
    element.textContent,
  ].join()

/** Where the person has scrolled to in a drawing, unless the router returns to where the document was left. */
function scrolledIn(page: HTMLElement): () => void {
  const { scrollY } = window
  const hasScrolled = page.dataset.drawn !== undefined && scrollY !== Number(page.dataset.drawn)
  // After a conversation has opened at its newest comment (message-log.tsx).
  return hasScrolled && isOpening() ? () => queueMicrotask(() => window.scrollTo(0, scrollY)) : () => undefined
}
