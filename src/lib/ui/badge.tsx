import type { ReactNode } from 'react'

/** Specification 4: the four looks of status and priority. `destructive` is the soft red tone, solid red is danger. */
export type BadgeVariant = 'default' | 'secondary' | 'outline' | 'destructive'

const variants: Record<BadgeVariant, string> = {
  default: 'border-pine bg-pine text-on-pine',
  secondary: 'border-transparent bg-pine-soft text-pine-strong',
  outline: 'border-line-strong bg-transparent text-ink-soft',
  destructive: 'border-transparent bg-danger-soft text-danger-ink',
}

export function Badge({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center rounded-full border px-2 text-xs font-semibold whitespace-nowrap ${variants[variant]}`}
    >
      {children}
    </span>
  )
}
