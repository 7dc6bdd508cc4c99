import { Badge } from '#shared/ui/badge.tsx'
import { statusBadges } from '../badges.rules.ts'
import { statusLabels, type TicketStatus } from '../tickets.contract.ts'

type Props = { status: TicketStatus; className?: string }

export const StatusBadge = ({ status, className = '' }: Props) => (
  <Badge variant={statusBadges[status]} className={className}>
    {statusLabels[status]}
  </Badge>
)
