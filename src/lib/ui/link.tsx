import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'

export type LinkProps = {
  to: string
  children: ReactNode
  accessibleName?: string
  /** In a line of text it is underlined at once; alone in a cell only on hover. */
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
