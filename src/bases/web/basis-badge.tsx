import { Badge, type BadgeVariant } from '#lib/ui/badge.tsx'
import type { BasisState, ListedBasis } from '../bases.contract.ts'
import { basisStateLabels } from '../bases.rules.ts'

const variants: Record<BasisState, BadgeVariant> = {
  draft: 'outline',
  sent: 'secondary',
  approved: 'default',
  billed: 'default',
  replaced: 'outline',
  withdrawn: 'outline',
}

/** The state of a basis, and what it waits for. */
export function BasisBadge({ basis }: { basis: Pick<ListedBasis, 'state' | 'isOutdated' | 'unanswered'> }) {
  const { state, isOutdated, unanswered } = basis
  const isLive = state !== 'replaced' && state !== 'withdrawn'
  return (
    <span className="inline-flex gap-1">
      <Badge variant={variants[state]}>{basisStateLabels[state]}</Badge>
      {isLive && isOutdated && <Badge variant="destructive">Inaktuellt</Badge>}
      {isLive && unanswered > 0 && <Badge variant="destructive">Fråga</Badge>}
    </span>
  )
}
