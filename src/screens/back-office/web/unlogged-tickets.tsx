import { UNLOGGED_DAYS, type UnloggedTickets } from '#features/tickets/ticket-counts.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'

/** Answered tickets without logged time, each with a link to log it; hidden when there are none. */
export function UnloggedTicketList({ unlogged }: { unlogged: UnloggedTickets | undefined }) {
  if (!unlogged || unlogged.total === 0) return null
  const { rows, total } = unlogged
  const hidden = total - rows.length
  return (
    <Card title={`Tid att fylla i (${total})`}>
      <p className="text-ink-soft">
        Vi har svarat i de här ärendena de senaste {UNLOGGED_DAYS} dagarna, men ingen har registrerat tiden.
      </p>
      <ul className="mt-2 grid">
        {rows.map(({ id, ticketNumber, title, customer }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 border-line border-b py-2 last:border-b-0">
            <Link to={`/backoffice/tickets/${id}`}>
              #{ticketNumber} {title}
            </Link>
            <span className="max-w-1/2 shrink-0 truncate text-ink-soft max-sm:hidden">{customer.name}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="mt-2 text-ink-soft">och {plural(hidden, 'ärende', 'ärenden')} till</p>}
    </Card>
  )
}
