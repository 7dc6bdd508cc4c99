import { Ellipsis, Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { IconButton } from './icon-button.tsx'
import { Logo } from './logo.tsx'
import { SideMenu, type SideMenuProps } from './side-menu.tsx'

export type { ShellItem } from './side-menu.tsx'

const importDrawer = () => import('./drawer.tsx')
const Drawer = lazy(async () => ({ default: (await importDrawer()).Drawer }))

export type ShellProps = Omit<SideMenuProps, 'onChoose'> & {
  children: ReactNode
  /** Above every page: no contact with the server, a new version. */
  banner?: ReactNode
}

/** The back office around a page: rail ≥ 900 px, else a bar with the menu button, and on phones a bar at the bottom. */
export function Shell({ children, banner, ...menu }: ShellProps) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const main = useFocusOnNewPage(pathname)
  return (
    <div className="min-h-dvh [--sticky-top:3.5rem] rail:pl-58 rail:[--sticky-top:0px]">
      <a
        href="#innehall"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-sm bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
      >
        Hoppa till innehållet
      </a>
      <aside className="fixed inset-y-0 left-0 hidden w-58 rail:block print:hidden">
        <SideMenu {...menu} />
      </aside>
      <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-b border-line bg-canvas px-4 rail:hidden print:hidden">
        <span className="max-sm:hidden">
          <IconButton icon={Menu} label="Öppna menyn" onPress={() => setOpen(true)} />
        </span>
        <Logo {...(menu.companyName && { name: menu.companyName })} />
      </header>
      {banner}
      <main
        ref={main}
        id="innehall"
        tabIndex={-1}
        className="px-4 pt-5 pb-28 sm:px-6 sm:pb-10 rail:px-8 rail:pt-8 print:p-0"
      >
        {children}
      </main>
      <PhoneBar items={menu.items} onMore={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <Drawer {...menu} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function PhoneBar({ items, onMore }: { items: ShellProps['items']; onMore: () => void }) {
  const part =
    'flex h-14 min-w-0 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 text-xs font-medium focus-visible:-outline-offset-2'
  return (
    <nav
      aria-label="Genvägar"
      className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {items.map(
        ({ to, phoneLabel, icon: Icon }) =>
          phoneLabel && (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) => `${part} ${isActive ? 'text-accent-ink' : 'text-ink-soft'}`}
            >
              <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
              {phoneLabel}
            </NavLink>
          ),
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerDown={() => void importDrawer()}
        onClick={onMore}
        className={`${part} text-ink-soft`}
      >
        <Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        Mer
      </button>
    </nav>
  )
}

/** A new page is read from its start, as if it had been loaded; a field that took the focus keeps it. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
