import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'

export type LinkProps = {
  to: string
  children: ReactNode
  accessibleName?: string
  /** Underlined on hover only: for a link alone in a table cell. In running text it is always underlined. */
  isQuiet?: boolean
}

export function Link({ to, children, accessibleName, isQuiet = false }: LinkProps) {
  return (
    <RouterLink
      to={to}
      aria-label={accessibleName}
      className={`rounded-sm font-medium text-pine underline-offset-3 hover:underline hover:decoration-2 ${isQuiet ? '' : 'underline decoration-1'}`}
    >
      {children}
    </RouterLink>
  )
}
