import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { TicketBillingChoice } from '../ticket-billing.contract.ts'
import type { Ticket } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'
import { recoverableBilling } from './ticket-recovery.ts'

const TicketBillingDialog = lazyPart(() => import('./ticket-billing.dialog.tsx').then((m) => m.TicketBillingDialog))

type Props = { ticket: Ticket; choice: TicketBillingChoice }

/** To whom the work on the ticket is invoiced, with which order number. */
export function TicketBilling({ ticket, choice }: Props) {
  const [opened, setOpened] = useTransitionState<Ticket | undefined>(recoverableBilling(ticket.id))
  const recipient = ticket.invoiceRecipient ?? choice.recipients[0]
  return (
    <Fact label="Faktureras">
      {recipient?.name ?? 'Kunden'}
      {ticket.orderNumber && <span className="block text-sm text-ink-soft">Ordernummer {ticket.orderNumber}</span>}
      {!ticket.mergedInto && (
        <div className="mt-1.5">
          <Button
            size="sm"
            variant="quiet"
            accessibleName="Ändra fakturamottagare och ordernummer"
            onPress={() => setOpened(ticket)}
          >
            Ändra
          </Button>
        </div>
      )}
      {opened && <TicketBillingDialog ticket={opened} choice={choice} onClose={() => setOpened(undefined)} />}
    </Fact>
  )
}
