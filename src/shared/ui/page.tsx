import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { useTitle } from './document-title.ts'
import { RouteLink } from './route-link.tsx'

export type PageProps = {
  title: string
  /** The title of the browser's tab, if the heading does not name both page and object: 'Avtal – Alunda Snickeri AB'. */
  tabTitle?: string | undefined
  lead?: ReactNode
  /** The primary action. */
  action?: ReactNode
  /** Back to the list: `{ to: '/backoffice/tickets', label: 'Tillbaka' }`. */
  back?: { to: string; label: string }
  /** Beside the title: badges. */
  mark?: ReactNode
  /** 'narrow' for forms and reading. */
  width?: 'wide' | 'narrow'
  children: ReactNode
}

/** Heading, actions and document title of every screen behind a login. */
export function Page({ title, tabTitle = title, lead, action, back, mark, width = 'wide', children }: PageProps) {
  useTitle(tabTitle)
  return (
    <div className={`mx-auto flex w-full flex-col gap-6 ${width === 'narrow' ? 'max-w-3xl' : 'max-w-7xl'}`}>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 max-sm:gap-x-3">
        <div className="min-w-0">
          {back && (
            <RouteLink
              to={back.to}
              className="mb-1 -ml-1 inline-flex items-center gap-1.5 rounded-sm px-1 py-0.5 text-base font-medium text-ink-soft hover:text-ink max-sm:min-h-11 print:hidden"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              {back.label}
            </RouteLink>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {mark}
          </div>
          {lead && <p className="mt-0.5 text-base text-ink-soft">{lead}</p>}
        </div>
        {action && <div className="flex flex-wrap gap-2 print:hidden">{action}</div>}
      </header>
      {children}
    </div>
  )
}
