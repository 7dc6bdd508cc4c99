import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { ticketScreenQuery } from '#features/tickets/web/tickets.api.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Link } from '#shared/ui/link.tsx'

/** The ticket in the URL to which the list is limited, with a button that removes the limit. */
export function TicketFilter({ ticketId, onClear }: { ticketId: string; onClear: () => void }) {
  const { data } = useQuery(ticketScreenQuery(ticketId))
  const ticket = data?.ticket
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-sm border border-primary bg-primary-soft pl-3 text-primary-strong">
      <span className="min-w-0 truncate">
        Bara ärende{' '}
        {ticket && (
          <Link to={`/backoffice/tickets/${ticketId}`} accessibleName={`#${ticket.ticketNumber} ${ticket.title}`}>
            #{ticket.ticketNumber}
          </Link>
        )}
      </span>
      <IconButton icon={X} label="Visa alla ärenden" onPress={onClear} />
    </div>
  )
}
