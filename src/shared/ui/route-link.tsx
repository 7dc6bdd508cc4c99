import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useCallback, useContext } from 'react'
import { useNavigate } from 'react-router'
import { isAtOrBelow } from '../paths.rules.ts'

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void

const FollowContext = createContext<Follow | undefined>(undefined)

/** Inside it, links to screens navigate without a page load; outside, as in HTML rendered by the build, they load the page. */
export function RouteLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const follow = useCallback<Follow>(
    (event) => {
      const { origin, pathname, search, hash, target, dataset } = event.currentTarget
      if (event.defaultPrevented || isForBrowser(event) || target || origin !== location.origin) return
      event.preventDefault()
      const path = pathname + search + hash
      // Like a browser with a link to the open page.
      const isOpen = path === location.pathname + location.search + location.hash
      const replace = isOpen || dataset.replaces !== undefined
      isImmediate = isByMouse(event)
      void navigate(path, { replace, flushSync: isImmediate })
      isImmediate = false
    },
    [navigate],
  )
  return <FollowContext value={follow}>{children}</FollowContext>
}

let isImmediate = false
/**
 * Whether the screen that a link now opens is rendered in the same task as its press. With a mouse, on a computer, that is faster
 * than waiting for the next frame; on a phone the press is painted first (decision 074).
 */
export const isRenderedAtOnce = (): boolean => isImmediate

/** A click by keyboard has no pointer type. */
const isByMouse = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'

const isForBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

type RouteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** The screen replaces the open one in the history. */
  replaces?: boolean
}

/**
 * A link to a screen. React Router's own re-renders whenever the location or the state of a navigation changes, which is slow for
 * the hundred links of a list.
 */
export function RouteLink({ to, replaces, onClick, ...anchor }: RouteLinkProps) {
  const follow = useContext(FollowContext)
  const press: Follow = (event) => {
    onClick?.(event)
    follow?.(event)
  }
  return <a {...anchor} href={to} data-replaces={replaces ? '' : undefined} onClick={onClick ? press : follow} />
}

/** Whether `to` leads to the open screen or, unless `isExact`, to one above it. */
export const isCurrentPath = (pathname: string, to: string, isExact = false) =>
  isExact ? pathname === to : isAtOrBelow(pathname, to)
