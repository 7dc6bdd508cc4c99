import { todayInStockholm } from '#shared/dates.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { warrantyState } from '../equipment.rules.ts'

/** The last day of a warranty, with a mark when it ends soon or has ended. */
export function Warranty({ until }: { until: string }) {
  const state = warrantyState(until, todayInStockholm())
  return (
    <span className="inline-flex items-center gap-2 stacked:flex-wrap">
      <span className="tabular-nums">{until}</span>
      {state === 'ends soon' && <Badge variant="secondary">Går ut snart</Badge>}
      {state === 'ended' && <Badge variant="outline">Har gått ut</Badge>}
    </span>
  )
}
