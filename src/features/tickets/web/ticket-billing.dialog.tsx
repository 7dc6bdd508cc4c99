import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm } from 'react-hook-form'
import { z } from 'zod'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { changedBilling, TICKET_ORDER_NUMBER_MAX, type TicketBillingChoice } from '../ticket-billing.contract.ts'
import { Ticket } from '../tickets.contract.ts'
import { useChangeBilling } from './ticket-people.api.ts'
import { billingKey } from './ticket-recovery.ts'

const Billing = z.object(changedBilling)
type Values = z.input<typeof Billing>
type Props = { ticket: Ticket; choice: TicketBillingChoice; onClose: () => void }

const labels: Record<keyof Values, string> = { invoiceRecipientId: 'Fakturamottagare', orderNumber: 'Ordernummer' }

const valuesOf = ({ invoiceRecipient, orderNumber }: Ticket): Required<Values> => ({
  invoiceRecipientId: invoiceRecipient?.id ?? '',
  orderNumber: orderNumber ?? '',
})

/** Changes to whom the work on a ticket is invoiced, and its order number. */
export function TicketBillingDialog({ ticket, choice: { recipients }, onClose }: Props) {
  const form = useForm<Values, unknown, z.output<typeof Billing>>({
    resolver: zodResolver(Billing),
    defaultValues: valuesOf(ticket),
  })
  useFormRecovery(form, { key: billingKey(ticket.id), subject: ticket })
  const { mutateAsync: change } = useChangeBilling()
  const { submit, conflict } = useRowForm({
    form,
    schema: Ticket,
    valuesOf,
    row: () => ticket,
    create: () => Promise.reject(new Error('a ticket is opened by another dialog')),
    change: ({ id }, body) => change({ id, body }),
    saved: 'Ärendet är ändrat',
    failed: (text) => ({ title: 'Kunde inte ändra ärendet', text }),
    onSaved: onClose,
  })
  return (
    <RowDialog
      title="Fakturamottagare och ordernummer"
      form={form}
      onSubmit={submit}
      conflict={
        conflict && { invoiceRecipientId: conflict.invoiceRecipient?.name ?? null, orderNumber: conflict.orderNumber }
      }
      conflictTitle="Någon annan hann ändra ärendet. Så här står det nu:"
      labels={labels}
      onClose={onClose}
    >
      <Fields control={form.control} ticket={ticket} recipients={recipients} />
    </RowDialog>
  )
}

type FieldsProps = TicketBillingChoice & {
  control: Control<Values, unknown, z.output<typeof Billing>>
  ticket: Ticket
}

function Fields({ control, ticket: { invoiceRecipient: chosen }, recipients }: FieldsProps) {
  // An archived recipient stays on the ticket that has it.
  const choices = chosen && !recipients.some(({ id }) => id === chosen.id) ? [...recipients, chosen] : recipients
  return (
    <>
      {choices.length > 1 && (
        <Select
          control={control}
          name="invoiceRecipientId"
          label={labels.invoiceRecipientId}
          emptyLabel={`Förvald: ${recipients[0]?.name ?? 'Kunden'}`}
          choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField
        control={control}
        name="orderNumber"
        label={labels.orderNumber}
        hint="Står på underlaget vid ärendets tid, resor och material. Tomt för kundens."
        maxLength={TICKET_ORDER_NUMBER_MAX}
        autoComplete="off"
      />
    </>
  )
}
