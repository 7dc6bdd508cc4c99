import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { CustomerName } from '#features/customers/customers.contract.ts'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { useRestoredCustomer } from '#features/customers/web/restored-customer.api.ts'
import { AttachmentArea } from '#features/files/web/attachment-area.tsx'
import { AttachmentList } from '#features/files/web/attachment-list.tsx'
import { useAttachments } from '#features/files/web/attachments.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { DraftStatus } from '#shared/ui/draft-status.tsx'
import { Form } from '#shared/ui/form.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { isNotFound } from '#shared/web/call.ts'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { messageOf, putFieldErrors } from '#shared/web/forms.ts'
import { formIdempotency } from '#shared/web/idempotency-key.ts'
import { DESCRIPTION_MAX, NewTicket, TITLE_MAX } from '../tickets.contract.ts'
import { NewTicketPeople } from './new-ticket-people.tsx'
import { NOBODY, priorityChoices, statusChoices, useStaff } from './ticket-choices.ts'
import { ticketRecoveryKey, useCreateTicket } from './tickets.api.ts'

type Values = z.input<typeof NewTicket>
type TicketForm = UseFormReturn<Values, unknown, NewTicket>

const empty: Values = {
  title: '',
  description: '',
  customerId: '',
  priority: 'normal',
  status: 'open',
  assignedTo: '',
  reportedBy: '',
  copies: [],
}

type Props = {
  /** The initially chosen customer. */
  customer?: Pick<CustomerName, 'id' | 'name'>
  onClose: () => void
}

/** Opens a ticket for a customer. */
export function NewTicketDialog({ customer, onClose }: Props) {
  const recoveryKey = ticketRecoveryKey(customer)
  const { form, place, restoredName } = useNewTicketForm(recoveryKey, customer)
  const attachments = useAttachments(recoveryKey)
  const save = useSave({ form, recoveryKey, attachments, onSaved: onClose })
  const { control, formState } = form
  const close = () => {
    attachments.discard()
    onClose()
  }

  return (
    <Dialog
      title="Nytt ärende"
      isOpen
      onClose={close}
      hasUnsaved={formState.isDirty || attachments.items.length > 0}
      isOnDevice={place === 'device'}
    >
      <AttachmentArea attachments={attachments}>
        <Form form={form} onSubmit={save} onInvalid={toastFirstError} label="Nytt ärende">
          <MatterFields control={control} />
          <CustomerField
            control={control}
            name="customerId"
            label="Kund"
            isRequired
            valueLabel={customer?.name ?? restoredName ?? ''}
          />
          <NewTicketPeople form={form} />
          <HandlingFields control={control} />
          <AttachmentList attachments={attachments} isDisabled={formState.isSubmitting} />
          {place && <DraftStatus place={place} />}
          <DialogActions>
            <DialogCancel />
            <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Skapar...">
              Skapa ärende
            </Button>
          </DialogActions>
        </Form>
      </AttachmentArea>
    </Dialog>
  )
}

/** The form, with what was typed in it before the page was left. */
function useNewTicketForm(recoveryKey: string, customer: Props['customer']) {
  const form = useForm<Values, unknown, NewTicket>({
    resolver: zodResolver(NewTicket),
    defaultValues: { ...empty, customerId: customer?.id ?? '' },
  })
  const { name: restoredName, onRestore } = useRestoredCustomer()
  const omit = customer ? ('customerId' as const) : []
  const place = useFormRecovery(form, { key: recoveryKey, isOnDevice: true, omit, onRestore })
  return { form, place, restoredName }
}

type Saving = {
  form: TicketForm
  recoveryKey: string
  attachments: ReturnType<typeof useAttachments>
  onSaved: () => void
}

function useSave({ form, recoveryKey, attachments, onSaved }: Saving) {
  const create = useCreateTicket()
  const idempotency = formIdempotency(recoveryKey)
  return async (typed: NewTicket) => {
    try {
      const fileIds = await attachments.arrived()
      const ticket = { ...typed, fileIds }
      await create.mutateAsync({ ticket, idempotencyKey: idempotency.keyFor(ticket) })
      idempotency.clear()
      attachments.clear(fileIds)
      showToast({ title: 'Skapat!', text: 'Supportärende har skapats', tone: 'success' })
      onSaved()
    } catch (error) {
      putFieldErrors(form, error)
      showToast({ title: 'Fel', text: refusalOf(error), tone: 'error' })
    }
  }
}

/** Fields for what the ticket is about. */
function MatterFields({ control }: Pick<TicketForm, 'control'>) {
  return (
    <>
      <TextField
        control={control}
        name="title"
        label="Titel"
        isRequired
        maxLength={TITLE_MAX}
        autoComplete="off"
        autoFocus
      />
      <TextArea
        control={control}
        name="description"
        label="Beskrivning"
        isRequired
        rows={5}
        maxLength={DESCRIPTION_MAX}
      />
    </>
  )
}

/** Fields for priority and assignee. */
function HandlingFields({ control }: Pick<TicketForm, 'control'>) {
  const staff = useStaff()
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Select control={control} name="priority" label="Prioritet" choices={priorityChoices} />
        <Select control={control} name="status" label="Status" choices={statusChoices} />
      </div>
      <Select control={control} name="assignedTo" label="Ansvarig" emptyLabel={NOBODY} choices={staff.choices} />
    </>
  )
}

/** Shows the first validation message, in the order of the contract, as a toast. */
function toastFirstError(errors: FieldErrors<Values>) {
  const [first] = Object.keys(NewTicket.shape).flatMap((name) => errors[name as keyof Values]?.message ?? [])
  showToast({ title: 'Valideringsfel', text: first, tone: 'error' })
}

/** The server's message for a 404 says whether the customer or the assignee was not found. */
const refusalOf = (error: unknown) =>
  isNotFound(error) ? messageOf(error) : `Kunde inte skapa ticket: ${messageOf(error)}`
