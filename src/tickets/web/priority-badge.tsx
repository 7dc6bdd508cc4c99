import { Badge } from '#lib/ui/badge.tsx'
import { priorityBadges } from '../badges.rules.ts'
import { priorityLabels, type TicketPriority } from '../tickets.contract.ts'

export const PriorityBadge = ({ priority, className = '' }: { priority: TicketPriority; className?: string }) => (
  <Badge
    variant={priorityBadges[priority]}
    emphasis={priority === 'urgent' ? 'strong' : 'normal'}
    className={className}
  >
    {priorityLabels[priority]}
  </Badge>
)
