import { useLocation } from 'react-router'
import { RouteLink } from './route-link.tsx'
import { useScrollToCurrent } from './scroll-to-current.ts'

export type PageMenuProps = { label: string; items: readonly { path: string; label: string }[] }

/** Links to the pages of one object, each with its own URL; looks like `Tabs`. */
export function PageMenu({ label, items }: PageMenuProps) {
  const { pathname } = useLocation()
  const row = useScrollToCurrent<HTMLElement>(pathname)
  return (
    <nav ref={row} aria-label={label} className="overflow-x-auto border-line border-b print:hidden">
      <ul className="flex gap-1">
        {items.map(({ path, label: text }) => (
          <li key={path}>
            <RouteLink
              to={path}
              aria-current={path === pathname ? 'page' : undefined}
              className={`-mb-px flex items-center border-b-2 px-3 py-2 font-medium text-base whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2 max-sm:min-h-11 forced-colors:border-b-4 ${path === pathname ? 'border-accent text-ink forced-colors:border-system-highlight' : 'border-transparent text-ink-soft forced-colors:border-system-canvas'}`}
            >
              {text}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
