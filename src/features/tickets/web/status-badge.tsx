import { Badge } from '#shared/ui/badge.tsx'
import { statusBadges } from '../badges.rules.ts'
import { statusLabels, type TicketStatus } from '../tickets.contract.ts'

export const StatusBadge = ({ status }: { status: TicketStatus }) => (
  <Badge variant={statusBadges[status]}>{statusLabels[status]}</Badge>
)
