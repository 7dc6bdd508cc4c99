import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { Ticket, TicketRow } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'
import { recoverablePeople } from './ticket-recovery.ts'

const TicketPeopleDialog = lazyPart(() => import('./ticket-people.dialog.tsx').then((m) => m.TicketPeopleDialog))

/** The contacts that get copies of the ticket, and the dialog that changes them and the reporter. */
export function TicketPeople({ ticket }: { ticket: Ticket }) {
  const { open, dialog } = usePeopleDialog(ticket, recoverablePeople(ticket.id))
  return (
    <Fact label="Får kopia">
      {ticket.copies.map(({ name }) => name).join(', ') || 'Ingen'}
      {!ticket.mergedInto && (
        <div className="mt-1.5">
          <Button size="sm" variant="quiet" accessibleName="Ändra anmälare och kopior" onPress={open}>
            Ändra
          </Button>
        </div>
      )}
      {dialog}
    </Fact>
  )
}

/**
 * The dialog of the reporter and the copies; closed until the whole ticket has loaded, unless it opens with `initial`. Must not be
 * rendered inside a form, which its own submit would reach.
 */
export function usePeopleDialog(ticket: Ticket | TicketRow, initial?: Ticket) {
  const [opened, setOpened] = useTransitionState<Ticket | true | undefined>(initial)
  const whole = 'description' in ticket ? ticket : undefined
  const shown = opened === true ? whole : opened
  const dialog = shown && <TicketPeopleDialog ticket={shown} onClose={() => setOpened(undefined)} />
  return { open: () => setOpened(true), dialog }
}
