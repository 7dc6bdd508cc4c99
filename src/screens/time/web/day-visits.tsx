import type { DayVisit } from '#features/tickets/visits.contract.ts'
import { visitHours, visitSpanOf, visitText } from '#features/tickets/visits.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { formatLongDate } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { NewTimeDialog } from './new-time.lazy.ts'

/** A person's planned visits, each with the button that logs its time on the ticket. */
export function DayVisits({ visits }: { visits: DayVisit[] }) {
  const [logged, setLogged] = useTransitionState<DayVisit | undefined>(undefined)
  return (
    <>
      <ul className="grid gap-2">
        {visits.map((visit) => (
          <Row key={visit.id} visit={visit} onLog={setLogged} />
        ))}
      </ul>
      {logged && (
        <NewTimeDialog
          customer={logged.customer}
          ticket={logged.ticket}
          span={visitSpanOf(logged)}
          onClose={() => setLogged(undefined)}
        />
      )}
    </>
  )
}

function Row({ visit, onLog }: { visit: DayVisit; onLog: (visit: DayVisit) => void }) {
  const { customer, ticket } = visit
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="flex min-w-0 flex-wrap gap-x-2 pt-0.5 tabular-nums">
        <span className="whitespace-nowrap font-medium first-letter:uppercase">
          {dayOf(visit)} {visitHours(visit)}
        </span>{' '}
        <Link
          to={`/backoffice/tickets/${ticket.id}`}
          accessibleName={`${customer.name}, #${ticket.ticketNumber} ${ticket.title}`}
        >
          {customer.name}, #{ticket.ticketNumber}
        </Link>
      </span>
      <Button
        size="sm"
        variant="quiet"
        accessibleName={`Registrera tid: ${visitText(visit)}`}
        onPress={() => onLog(visit)}
        {...(customer.isArchived && {
          disabledReason: 'Kunden är arkiverad. Återställ den för att göra det här.',
        })}
      >
        Registrera tid
      </Button>
    </li>
  )
}

function dayOf(visit: DayVisit): string | undefined {
  const { date } = visitSpanOf(visit)
  return date === todayInStockholm() ? 'i dag' : formatLongDate(date).split(' ')[0]
}
