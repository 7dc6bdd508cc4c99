import { matchRoutes, type RouteObject } from 'react-router'

/** Fetches the parts of a screen as soon as somebody points at, touches or reaches a link to it, before it is followed. */
export function prefetchOnIntent(routes: RouteObject[]) {
  let last: HTMLAnchorElement | undefined
  const warmLink = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (!link || link === last) return
    last = link
    // After the paint that answers the touch, and while the finger is still down: a timer waits for it, and comes between its
    // leaving and the click.
    requestAnimationFrame(() => requestAnimationFrame(() => void warm(routes, link.pathname)))
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(intent, warmLink, { passive: true })
}

/** A part that cannot be fetched is asked for again, and missed aloud, when the link is followed. */
const warm = (routes: RouteObject[], path: string) =>
  Promise.allSettled(
    (matchRoutes(routes, path) ?? []).flatMap(({ route }) => (typeof route.lazy === 'function' ? [route.lazy()] : [])),
  )
