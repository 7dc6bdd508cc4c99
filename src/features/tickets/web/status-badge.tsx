import { Badge } from '#shared/ui/badge.tsx'
import { statusBadges } from '../badges.rules.ts'
import { statusLabels, type TicketRow, type TicketStatus } from '../tickets.contract.ts'

type Props = { status: TicketStatus; className?: string }

export const StatusBadge = ({ status, className = '' }: Props) => (
  <Badge variant={statusBadges[status]} className={className}>
    {statusLabels[status]}
  </Badge>
)

/** The status of a ticket, or the ticket into which it is merged. */
export const TicketStatusBadge = ({
  ticket: { status, mergedInto },
  className = '',
}: Pick<Props, 'className'> & { ticket: Pick<TicketRow, 'status' | 'mergedInto'> }) =>
  mergedInto ? (
    <Badge variant="outline" className={className}>
      Hopslaget med #{mergedInto.ticketNumber}
    </Badge>
  ) : (
    <StatusBadge status={status} className={className} />
  )
