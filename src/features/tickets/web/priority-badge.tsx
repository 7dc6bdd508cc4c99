import { Badge } from '#shared/ui/badge.tsx'
import { priorityBadges } from '../badges.rules.ts'
import { priorityLabels, type TicketPriority } from '../tickets.contract.ts'

export function PriorityBadge({ priority, className = '' }: { priority: TicketPriority; className?: string }) {
  const { variant, emphasis } = priorityBadges[priority]
  return (
    <Badge variant={variant} emphasis={emphasis} className={className}>
      {priorityLabels[priority]}
    </Badge>
  )
}
