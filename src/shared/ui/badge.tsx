import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'

/** The four styles of status and priority (specification 4). `destructive` is the soft red tone. */
export type BadgeVariant = 'default' | 'secondary' | 'outline' | 'destructive'

const variants: Record<BadgeVariant, string> = {
  default: 'border-primary bg-primary text-on-primary system-filled',
  secondary: 'border-transparent bg-primary-soft text-primary-strong',
  outline: 'border-line-strong bg-transparent text-ink-soft forced-colors:border-dashed',
  destructive: 'border-transparent bg-danger-soft text-danger-ink forced-colors:border-2',
}

/** 'strong' is filled red with an icon, for what cannot wait; 'quiet' is only text, for what most rows have. */
export type BadgeEmphasis = 'strong' | 'normal' | 'quiet'

const strong = 'gap-1 px-2 font-semibold border-danger bg-danger text-on-danger system-filled'
const quiet = 'border-transparent bg-transparent font-normal text-ink-soft forced-colors:border-system-canvas'

type Props = { variant: BadgeVariant; emphasis?: BadgeEmphasis | undefined; className?: string; children: ReactNode }

/** The classes of a badge, and of a select that looks like one. */
export const badgeClass = ({ variant, emphasis = 'normal' }: Pick<Props, 'variant' | 'emphasis'>) =>
  `rounded-full border text-xs whitespace-nowrap ${{ strong, normal: `px-2 font-semibold ${variants[variant]}`, quiet }[emphasis]}`

export function Badge({ variant, emphasis, className = '', children }: Props) {
  return (
    <span className={`inline-flex h-5.5 items-center ${badgeClass({ variant, emphasis })} ${className}`}>
      {emphasis === 'strong' && <TriangleAlert aria-hidden="true" className="size-3 shrink-0" strokeWidth={2.5} />}
      {children}
    </span>
  )
}
