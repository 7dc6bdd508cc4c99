import Siren from 'lucide-react/icons/siren'
import { useLocation } from 'react-router'
import type { Alarm } from '#features/on-call/on-call-now.contract.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'

/** Alarms that nobody has taken, above every page but that of the ticket or enquiry itself. */
export function RunningAlarms({ alarms }: { alarms: Alarm[] }) {
  const { pathname } = useLocation()
  const others = alarms.filter((alarm) => pathOf(alarm) !== pathname)
  return others.map((alarm) => <RunningAlarm key={alarm.id} alarm={alarm} />)
}

const pathOf = ({ ticket, enquiry }: Alarm) =>
  ticket ? `/backoffice/tickets/${ticket.id}` : `/backoffice/inbox/${enquiry?.id}`

const RunningAlarm = ({ alarm }: { alarm: Alarm }) => (
  <p
    role="status"
    className="flex items-center justify-center gap-2 border-danger border-b bg-danger-soft px-4 py-2 text-base text-danger-ink print:hidden"
  >
    <Siren aria-hidden="true" className="size-4.5 shrink-0" />
    <span className="min-w-0">
      Ingen har tagit{' '}
      <RouteLink
        to={pathOf(alarm)}
        className="font-semibold underline decoration-1 underline-offset-3 wrap-anywhere hover:decoration-2"
      >
        {alarm.ticket
          ? `#${alarm.ticket.ticketNumber} ${alarm.ticket.title}`
          : `felanmälan från ${alarm.enquiry?.name}`}
      </RouteLink>
    </span>
  </p>
)
