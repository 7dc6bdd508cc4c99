import { Button } from '#lib/ui/button.tsx'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import type { Ticket } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'

const TicketPeopleDialog = lazyPart(() => import('./ticket-people.dialog.tsx').then((m) => m.TicketPeopleDialog))

/** Who gets copies of the ticket, and the dialog that changes them and the reporter. */
export function TicketPeople({ ticket }: { ticket: Ticket }) {
  const [isOpen, setOpen] = useTransitionState<true>()
  return (
    <Fact label="Får kopia">
      {ticket.copies.map(({ name }) => name).join(', ') || 'Ingen'}
      <div className="mt-1.5">
        <Button size="sm" variant="quiet" accessibleName="Ändra anmälare och kopior" onPress={() => setOpen(true)}>
          Ändra
        </Button>
      </div>
      {isOpen && <TicketPeopleDialog ticket={ticket} onClose={() => setOpen(undefined)} />}
    </Fact>
  )
}
