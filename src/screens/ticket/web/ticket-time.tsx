import Clock from 'lucide-react/icons/clock'
import type { TicketRow, TicketScreen } from '#features/tickets/tickets.contract.ts'
import { Fact } from '#features/tickets/web/fact.tsx'
import { timeListOfTicket } from '#features/time/time.rules.ts'
import { timeRecoveryKey } from '#features/time/web/time.api.ts'
import { NewTimeDialog } from '#screens/time/web/new-time.lazy.ts'
import { StartClockButton } from '#screens/time/web/start-clock.tsx'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { formatDuration, formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'

type Props = Pick<TicketScreen, 'time' | 'merged'> & {
  ticket: Pick<TicketRow, 'id' | 'ticketNumber' | 'title' | 'customer'>
}

/** The time of a ticket and of those merged into it. */
export const timeWithMerged = ({ time, merged }: Pick<TicketScreen, 'time' | 'merged'>) =>
  merged.reduce((sum, { time: one }) => ({ rows: sum.rows + one.rows, minutes: sum.minutes + one.minutes }), time)

/** The sum of a ticket's time, linked to its rows, and the buttons that add time. */
export function TicketTime({ ticket, time, merged }: Props) {
  const { rows, minutes } = timeWithMerged({ time, merged })
  const [isLogging, setLogging] = useTransitionState(hasFormSnapshot(timeRecoveryKey(ticket)))
  const { customer } = ticket
  const archivedReason = customer.isArchived ? 'Kunden är arkiverad. Återställ den för att göra det här.' : undefined
  usePaletteActs([!customer.isArchived && { label: 'Registrera tid', target: () => setLogging(true) }])
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
      {merged.map(
        (one) =>
          one.time.rows > 0 && (
            <span key={one.id} className="block text-sm text-ink-soft">
              varav{' '}
              <Link to={timeListOfTicket(one.id)} isQuiet>
                {formatHours(one.time.minutes)} tim
              </Link>{' '}
              i #{one.ticketNumber}
            </span>
          ),
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
