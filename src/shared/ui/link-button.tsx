import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { RouteLink } from './route-link.tsx'

export type LinkButtonProps = {
  to: string
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  isFull?: boolean
  accessibleName?: string
}

/** A link that looks like a button, also for tel: and mailto:. */
export function LinkButton({
  to,
  children,
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  isFull = false,
  accessibleName,
}: LinkButtonProps) {
  return (
    <RouteLink
      to={to}
      aria-label={accessibleName}
      className={`${onPaper(to)} ${buttonClass({ variant, size, isFull })}`}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 print:hidden" />}
      <span>{children}</span>
    </RouteLink>
  )
}

/** Of the buttons only telephone numbers are useful on paper. */
const onPaper = (to: string) =>
  to.startsWith('tel:') ? 'print:h-auto print:border-0 print:p-0 print:shadow-none' : 'print:hidden'
