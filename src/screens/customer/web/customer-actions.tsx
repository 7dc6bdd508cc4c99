import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import Clock from 'lucide-react/icons/clock'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useMe } from '#features/auth/web/me.ts'
import type { Customer } from '#features/customers/customers.contract.ts'
import { recoveryKey } from '#features/customers/web/customer-recovery.ts'
import { useRemovalDisabledReason, useRestore } from '#features/customers/web/remove-customer.tsx'
import { NewTicketDialog } from '#features/tickets/web/new-ticket.lazy.ts'
import { ticketRecoveryKey } from '#features/tickets/web/tickets.api.ts'
import { timeRecoveryKey } from '#features/time/web/time.api.ts'
import { NewTimeDialog } from '#screens/time/web/new-time.lazy.ts'
import { StartClockButton } from '#screens/time/web/start-clock.tsx'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useRecentRow } from '#shared/web/recent-rows.ts'

const dialogs = {
  ticket: NewTicketDialog,
  time: NewTimeDialog,
  change: lazyPart(() => import('#features/customers/web/customer.dialog.tsx').then((m) => m.CustomerDialog)),
}

/** The actions on each page of a customer. An archived customer gets neither tickets nor time. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const [open, setOpen] = useTransitionState<keyof typeof dialogs | undefined>(recoverable(customer))
  const archivedReason =
    customer.archivedAt === null ? undefined : 'Kunden är arkiverad. Återställ den för att göra det här.'
  const { userId } = useMe()
  useRecentRow(userId, { kind: 'customer', id: customer.id, label: customer.name, detail: '' })
  usePaletteActs([
    !archivedReason && { label: `Nytt ärende för ${customer.name}`, target: () => setOpen('ticket') },
    !archivedReason && { label: 'Registrera tid', target: () => setOpen('time') },
    { label: 'Ändra kunden', target: () => setOpen('change') },
  ])
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

/** The dialog that had unsaved changes when the session ended. */
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
