import { Link } from '#shared/ui/link.tsx'
import type { TimeEntry } from '../time.contract.ts'

/** The number of a row's ticket, as a link. */
export const TicketLink = ({ id, ticketNumber, title }: NonNullable<TimeEntry['ticket']>) => (
  <span className="shrink-0 tabular-nums" title={title}>
    <Link to={`/backoffice/tickets/${id}`} accessibleName={`#${ticketNumber} ${title}`} isQuiet>
      #{ticketNumber}
    </Link>
  </span>
)
