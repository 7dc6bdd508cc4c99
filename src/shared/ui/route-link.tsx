import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useCallback, useContext } from 'react'
import { useNavigate } from 'react-router'
import { isAtOrBelow } from '../paths.rules.ts'

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void

const FollowContext = createContext<Follow | undefined>(undefined)

/** Inside it, links to screens navigate without loading the page; outside, such as in HTML that the build writes, they load it. */
export function RouteLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const follow = useCallback<Follow>(
    (event) => {
      const { origin, pathname, search, hash, target, dataset } = event.currentTarget
      if (event.defaultPrevented || isForBrowser(event) || target || origin !== location.origin) return
      event.preventDefault()
      const path = pathname + search + hash
      // As a browser does with a link to the page that is open.
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
 * Whether the screen that a link opens now is rendered in the task of its press. At a computer with a mouse that takes less than
 * waiting for the next frame; on a phone the press is painted first (decision 074).
 */
export const isRenderedAtOnce = (): boolean => isImmediate

/** A press of the keyboard has no type. */
const isByMouse = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'

const isForBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

type RouteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** The screen takes the place of the open one in the history. */
  replaces?: boolean
}

/**
 * A link to a screen. React Router's own renders again whenever the location or the state of a navigation changes, and a list
 * has a hundred links.
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
