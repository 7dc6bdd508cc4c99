import { Clock } from 'lucide-react'
import { plural } from '#lib/plural.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { formatDuration, formatHours } from '#lib/ui/format.ts'
import { Link } from '#lib/ui/link.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { hasFormSnapshot } from '#lib/web/form-recovery.ts'
import { timeListOfTicket } from '#time/time.rules.ts'
import { NewTimeDialog } from '#time/web/new-time.lazy.ts'
import { StartClockButton } from '#time/web/start-clock.tsx'
import { timeRecoveryKey } from '#time/web/time.api.ts'
import type { TicketRow, TicketScreen } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'

type Props = { ticket: Pick<TicketRow, 'id' | 'ticketNumber' | 'title' | 'customer'>; time: TicketScreen['time'] }

/** The sum of a ticket's time, which leads to its rows, and what adds one. */
export function TicketTime({ ticket, time: { rows, minutes } }: Props) {
  const [isLogging, setLogging] = useTransitionState(hasFormSnapshot(timeRecoveryKey(ticket)))
  const { customer } = ticket
  const archivedReason = customer.isArchived ? 'Kunden är arkiverad. Återställ den för att göra det här.' : undefined
  return (
    <Fact label="Tid">
      {rows > 0 ? (
        <span title={formatDuration(minutes)}>
          <Link to={timeListOfTicket(ticket.id)} isQuiet>
            {formatHours(minutes)} tim
          </Link>
          <span className="text-ink-soft">, {plural(rows, 'tidrad', 'tidrader')}</span>
        </span>
      ) : (
        'Ingen tid'
      )}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="sm" icon={Clock} onPress={() => setLogging(true)} disabledReason={archivedReason}>
          Registrera tid
        </Button>
        <StartClockButton
          size="sm"
          subject={{ customerId: customer.id, ticketId: ticket.id }}
          disabledReason={archivedReason}
        />
      </div>
      {isLogging && <NewTimeDialog customer={customer} ticket={ticket} onClose={() => setLogging(false)} />}
    </Fact>
  )
}
