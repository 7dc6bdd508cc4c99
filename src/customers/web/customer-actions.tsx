import { ArchiveRestore, Clock, Pencil, Plus } from 'lucide-react'
import { Button } from '#lib/ui/button.tsx'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { hasFormSnapshot } from '#lib/web/form-recovery.ts'
import { NewTicketDialog } from '#tickets/web/new-ticket.lazy.ts'
import { ticketRecoveryKey } from '#tickets/web/tickets.api.ts'
import { NewTimeDialog } from '#time/web/new-time.lazy.ts'
import { StartClockButton } from '#time/web/start-clock.tsx'
import { timeRecoveryKey } from '#time/web/time.api.ts'
import type { Customer } from '../customers.contract.ts'
import { recoveryKey } from './customer-recovery.ts'
import { useRemovalDisabledReason, useRestore } from './remove-customer.tsx'

const dialogs = {
  ticket: NewTicketDialog,
  time: NewTimeDialog,
  change: lazyPart(() => import('./customer.dialog.tsx').then((m) => m.CustomerDialog)),
}

/** What staff do for a customer, on each of its pages. An archived one gets neither tickets nor time. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const [open, setOpen] = useTransitionState<keyof typeof dialogs | undefined>(recoverable(customer))
  const archivedReason =
    customer.archivedAt === null ? undefined : 'Kunden är arkiverad. Återställ den för att göra det här.'
  const Dialog = open && dialogs[open]
  return (
    <>
      {archivedReason && <RestoreButton customer={customer} />}
      <Button icon={Pencil} onPress={() => setOpen('change')}>
        Ändra
      </Button>
      <Button icon={Clock} onPress={() => setOpen('time')} disabledReason={archivedReason}>
        Registrera tid
      </Button>
      <StartClockButton subject={{ customerId: customer.id }} disabledReason={archivedReason} />
      <Button variant="primary" icon={Plus} onPress={() => setOpen('ticket')} disabledReason={archivedReason}>
        Nytt ärende
      </Button>
      {Dialog && <Dialog customer={customer} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The dialog that was open with changes when the session ended. */
function recoverable(customer: Customer): keyof typeof dialogs | undefined {
  if (hasFormSnapshot(recoveryKey(customer))) return 'change'
  if (hasFormSnapshot(ticketRecoveryKey(customer))) return 'ticket'
  return hasFormSnapshot(timeRecoveryKey(customer)) ? 'time' : undefined
}

function RestoreButton({ customer }: { customer: Customer }) {
  const restore = useRestore()
  const disabledReason = useRemovalDisabledReason()
  return (
    <Button icon={ArchiveRestore} onPress={() => void restore(customer)} {...(disabledReason && { disabledReason })}>
      Återställ
    </Button>
  )
}
