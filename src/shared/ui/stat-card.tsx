import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { RouteLink } from './route-link.tsx'
import { Skeleton } from './skeleton.tsx'

export type StatCardProps = {
  label: string
  /** Undefined while it loads. */
  value: ReactNode
  unit?: string
  detail?: ReactNode
  /** The list that the number counts. */
  to: string
}

export function StatCard({ label, value, unit, detail, to }: StatCardProps) {
  return (
    <RouteLink
      to={to}
      className="group flex min-h-30 flex-col gap-1 rounded-md border border-line bg-surface p-5 max-sm:p-4 shadow-low transition-colors hover:border-line-strong"
    >
      <span className="flex items-center justify-between gap-2 text-base font-medium text-ink-soft">
        {label}
        <ArrowRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-faint transition-[translate,color] group-hover:translate-x-0.5 group-hover:text-accent-ink"
        />
      </span>
      {value === undefined ? (
        <Skeleton className="mt-auto mb-1 h-8 w-24" />
      ) : (
        <span className="mt-auto text-2xl font-semibold tracking-tight tabular-nums max-sm:text-xl">
          {value}
          {unit && <span className="ml-1.5 text-md font-medium tracking-normal text-ink-soft">{unit}</span>}
        </span>
      )}
      {detail && <span className="text-sm text-ink-soft">{detail}</span>}
    </RouteLink>
  )
}
