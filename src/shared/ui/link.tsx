import type { ReactNode } from 'react'
import { RouteLink } from './route-link.tsx'

export type LinkProps = {
  to: string
  children: ReactNode
  accessibleName?: string
  /** Underlined on hover only, for a link alone in a table cell. In running text it is always underlined. */
  isQuiet?: boolean
}

/** The padding makes a target of 24 px without changing the height of the line. */
export function Link({ to, children, accessibleName, isQuiet = false }: LinkProps) {
  return (
    <RouteLink
      to={to}
      aria-label={accessibleName}
      className={`rounded-sm py-1 font-medium text-primary underline-offset-3 hover:underline hover:decoration-2 ${isQuiet ? '' : 'underline decoration-1'}`}
    >
      {children}
    </RouteLink>
  )
}
