import { matchRoutes, type RouteObject } from 'react-router'
import { fetchInTurn, fetchParts } from '#shared/ui/lazy-part.tsx'
import type { ScreenHandle } from './screen.ts'

/** A pointer that only crosses a link leaves it sooner. */
const HOVER_MS = 80

/**
 * Requests the code and data of a screen when a link to it is touched or pressed, or has been hovered or focused for a
 * moment. Only one link at a time, so that nothing competes with the pressed one. Returns a function that stops it.
 */
export function prefetchOnIntent(routes: RouteObject[]): () => void {
  let link: HTMLAnchorElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (of: HTMLAnchorElement) => prefetch(routes, of)
  const aim = ({ target }: Event) => {
    const next = linkAt(target)
    if (next === link) return
    link = next
    clearTimeout(timer)
    if (next) timer = setTimeout(() => start(next), HOVER_MS)
  }
  const press = ({ target }: Event) => {
    const pressed = linkAt(target)
    clearTimeout(timer)
    link = pressed
    if (pressed) start(pressed)
  }
  const listeners = { pointerover: aim, focusin: aim, pointerdown: press }
  for (const [intent, listener] of Object.entries(listeners)) document.addEventListener(intent, listener)
  return () => {
    clearTimeout(timer)
    for (const [intent, listener] of Object.entries(listeners)) document.removeEventListener(intent, listener)
  }
}

const linkAt = (target: EventTarget | null) =>
  (target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')) || undefined

/** Failures are ignored here, because following the link requests the same again and reports the error. */
function prefetch(routes: RouteObject[], { pathname, search }: HTMLAnchorElement) {
  for (const { route, params } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined)
    const handle = route.handle as ScreenHandle | undefined
    void handle?.startData({ params, search: new URLSearchParams(search) })
  }
}

const IDLE_AFTER_MS = 500

/**
 * Fetches code, and then the parts that it loads on demand, while the browser is idle, some time after the current
 * screen was opened; not with data saving on.
 */
export function prefetchWhenIdle(...parts: (() => Promise<unknown>)[]) {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || !globalThis.requestIdleCallback) return
  const fetchAll = () => void fetchInTurn([...parts, fetchParts])
  setTimeout(() => requestIdleCallback(fetchAll), IDLE_AFTER_MS)
}
