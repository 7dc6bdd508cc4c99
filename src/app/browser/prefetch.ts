import { matchRoutes, type RouteObject } from 'react-router'

/** Prefetches the chunks of a screen when a link to it is hovered, touched or focused. */
export function prefetchOnIntent(routes: RouteObject[]) {
  let last: HTMLAnchorElement | undefined
  const prefetchLink = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (!link || link === last) return
    last = link
    // Runs after the paint that responds to the touch and before the finger is lifted: a timer would run between touchend
    // and the click.
    requestAnimationFrame(() => requestAnimationFrame(() => void prefetch(routes, link.pathname)))
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(intent, prefetchLink, { passive: true })
}

/** Failures are ignored here: following the link fetches the chunk again and reports the error. */
const prefetch = (routes: RouteObject[], path: string) =>
  Promise.allSettled(
    (matchRoutes(routes, path) ?? []).flatMap(({ route }) => (typeof route.lazy === 'function' ? [route.lazy()] : [])),
  )
