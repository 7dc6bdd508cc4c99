import Ellipsis from 'lucide-react/icons/ellipsis'
import Menu from 'lucide-react/icons/menu'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { IconButton } from './icon-button.tsx'
import { fetchAhead, lazyPart } from './lazy-part.tsx'
import { Logo } from './logo.tsx'
import { isCurrentPath, RouteLink } from './route-link.tsx'
import { countTextOf, hasUrgent, SideMenu, type SideMenuProps } from './side-menu.tsx'
import { useTransitionState } from './transition-state.ts'

const Drawer = lazyPart(() => import('./drawer.tsx').then((m) => m.Drawer))

export type ShellProps = Omit<SideMenuProps, 'onChoose' | 'tool' | 'bell'> & {
  children: ReactNode
  /** Above every page: `OfflineBanner`, a new version. */
  banner?: ReactNode
  /** A tool for every page: in the side menu, or in the top bar where there is no side menu. */
  tool?: (place: 'rail' | 'bar') => ReactNode
  /** In the corner of the side menu, or at the end of the top bar. */
  bell?: (place: 'rail' | 'bar') => ReactNode
}

/** Navigation around every page: a side menu from 900 px, below that a top bar with a menu button, on phones also a bottom bar. */
export function Shell({ children, banner, tool, bell, ...menu }: ShellProps) {
  const [isOpen, setOpen] = useTransitionState(false)
  const { pathname } = useLocation()
  const main = useFocusOnNewPage(pathname)
  const waiting = countTextsOf(menu.items)
  return (
    <div className="group/shell relative min-h-dvh [--sticky-top:3.5rem] rail:pl-58 rail:[--sticky-top:0px]">
      <a
        href="#innehall"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-sm bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0 print:hidden forced-colors:border"
      >
        Hoppa till innehållet
      </a>
      <aside className="fixed inset-y-0 left-0 hidden w-58 low:absolute low:bg-rail rail:block print:hidden">
        <SideMenu {...menu} tool={tool?.('rail')} bell={bell?.('rail')} />
      </aside>
      <header className="sticky top-0 z-10 flex min-h-14 low:static items-center gap-2 border-b border-line bg-canvas px-4 rail:hidden print:hidden">
        <span className="relative max-sm:hidden">
          <IconButton icon={Menu} label={['Öppna menyn', ...waiting].join(', ')} onPress={() => setOpen(true)} />
          {waiting.length > 0 && <CountDot className="top-1 right-1" isUrgent={hasUrgent(menu.items)} />}
        </span>
        <Logo />
        <div className="ml-auto flex shrink-0 items-center gap-1 max-sm:-mr-2">
          {tool?.('bar')}
          {bell?.('bar')}
        </div>
      </header>
      {banner}
      <main
        ref={main}
        id="innehall"
        tabIndex={-1}
        className="px-4 pt-5 pb-28 low:pb-10 sm:px-6 sm:pb-10 rail:px-8 rail:pt-8 print:p-0"
      >
        {children}
      </main>
      <PhoneBar items={menu.items} onMore={() => setOpen(true)} />
      {isOpen && <Drawer {...menu} note={undefined} isOpen onClose={() => setOpen(false)} />}
    </div>
  )
}

const countTextsOf = (items: ShellProps['items']) => items.map(countTextOf).filter(Boolean)

/** Marks that an item in the menu has something waiting. */
const CountDot = ({ className, isUrgent }: { className: string; isUrgent: boolean }) => (
  <span
    aria-hidden="true"
    className={`pointer-events-none absolute size-2.5 rounded-full border-2 border-surface ${isUrgent ? 'bg-danger' : 'bg-accent'} forced-colors:bg-system-highlight ${className}`}
  />
)

type PhoneBarProps = { items: ShellProps['items']; onMore: () => void }

function PhoneBar({ items, onMore }: PhoneBarProps) {
  const { pathname } = useLocation()
  const inMore = items.filter(({ phoneLabel }) => !phoneLabel)
  const waitingInMore = countTextsOf(inMore)
  // Highlighted during the press, as the screen itself is rendered only when its code is loaded.
  const [chosen, setChosen] = useState<{ to: string; from: string }>()
  const isChosen = (to: string) => chosen?.to === to && chosen.from === pathname
  return (
    <nav
      aria-label="Genvägar"
      className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] low:static group-has-data-hides-bar/shell:hidden sm:hidden print:hidden"
    >
      {items.map(
        (item) =>
          item.phoneLabel && (
            <PhoneLink
              key={item.to}
              item={item}
              isCurrent={isCurrentPath(pathname, item.to, item.isExact)}
              isChosen={isChosen(item.to)}
              onChoose={() => setChosen({ to: item.to, from: pathname })}
              onLeave={() => setChosen(undefined)}
            />
          ),
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerDown={() => fetchAhead(Drawer)}
        onClick={onMore}
        className={`${phoneItemClass} text-ink-soft`}
      >
        <span className="relative">
          <Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
          {waitingInMore.length > 0 && <CountDot className="-top-0.5 -right-1" isUrgent={hasUrgent(inMore)} />}
        </span>
        Mer
        {waitingInMore.length > 0 && <span className="sr-only">, {waitingInMore.join(', ')}</span>}
      </button>
    </nav>
  )
}

const phoneItemClass =
  'flex h-14 min-w-0 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 text-xs font-medium focus-visible:-outline-offset-2'

type PhoneLinkProps = {
  item: ShellProps['items'][number]
  isCurrent: boolean
  isChosen: boolean
  onChoose: () => void
  onLeave: () => void
}

function PhoneLink({ item, isCurrent, isChosen, onChoose, onLeave }: PhoneLinkProps) {
  const { to, phoneLabel, icon: Icon } = item
  const countText = countTextOf(item)
  return (
    <RouteLink
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onChoose}
      onBlur={onLeave}
      className={`${phoneItemClass} ${isCurrent || isChosen ? 'system-chosen text-accent-ink forced-colors:focus-visible:outline-system-highlight-text' : 'text-ink-soft'}`}
    >
      <span className="relative">
        <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        {countText && <CountDot className="-top-0.5 -right-1" isUrgent={hasUrgent([item])} />}
      </span>
      {phoneLabel}
      {countText && <span className="sr-only">, {countText}</span>}
    </RouteLink>
  )
}

/** Focuses the main element after a navigation, also after sign-in, unless a field in it has the focus. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const isPageLoad = useNavigationType() === 'POP'
  const seen = useRef(isPageLoad ? pathname : undefined)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
