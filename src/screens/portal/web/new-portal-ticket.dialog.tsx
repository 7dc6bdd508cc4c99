import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { AttachmentArea } from '#features/files/web/attachment-area.tsx'
import { AttachmentList } from '#features/files/web/attachment-list.tsx'
import { useAttachments } from '#features/files/web/attachments.ts'
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import { DESCRIPTION_MAX, priorities, priorityLabels, TITLE_MAX } from '#features/tickets/tickets.contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { DraftStatus } from '#shared/ui/draft-status.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { UrgentNotice } from '#shared/ui/urgent-notice.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { formIdempotency } from '#shared/web/idempotency-key.ts'
import { NewPortalTicket } from '../portal.contract.ts'
import { useUrgentAdvice } from './number-to-call.tsx'
import { portalPromiseQuery, useCreatePortalTicket } from './portal.api.ts'

type Values = z.input<typeof NewPortalTicket>
type TicketForm = UseFormReturn<Values, unknown, NewPortalTicket>

const choices = priorities.map((value) => ({ value, label: priorityLabels[value] }))

export function NewPortalTicketDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, unknown, NewPortalTicket>({
    resolver: zodResolver(NewPortalTicket),
    defaultValues: { title: '', description: '', priority: 'normal' },
  })
  const place = useFormRecovery(form, { key: 'portal-ticket', isOnDevice: true })
  const attachments = useAttachments('portal-ticket')
  const submit = useSave(form, attachments, onClose)
  const close = () => {
    attachments.discard()
    onClose()
  }
  const { control, formState } = form
  return (
    <Dialog
      title="Ny ticket"
      isOpen
      onClose={close}
      hasUnsaved={formState.isDirty || attachments.items.length > 0}
      isOnDevice={place === 'device'}
    >
      <div className="is-outside">
        <AttachmentArea attachments={attachments}>
          <Form form={form} onSubmit={submit} label="Ny ticket">
            <MatterFields control={control} />
            <PriorityField control={control} />
            <AttachmentList attachments={attachments} isDisabled={formState.isSubmitting} />
            {place && <DraftStatus place={place} />}
            <DialogActions>
              <DialogCancel />
              <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Skapar...">
                Skapa ticket
              </Button>
            </DialogActions>
          </Form>
        </AttachmentArea>
      </div>
    </Dialog>
  )
}

/** Shows at once when a ticket of the priority is answered, or which number to call about an urgent one. */
function PriorityField({ control }: Pick<TicketForm, 'control'>) {
  const priority = useWatch({ control, name: 'priority' })
  const advice = useUrgentAdvice()
  const { data: promise } = useQuery(portalPromiseQuery)
  const answerBy = promise?.answerBy[priority ?? 'normal']
  return (
    <>
      <Select control={control} name="priority" label="Prioritet" choices={choices} />
      <div role="status" className="empty:hidden">
        {priority === 'urgent' && advice && <UrgentNotice {...advice} />}
        {answerBy && <p className="text-balance text-base text-ink-soft tabular-nums">{momentText(answerBy)}</p>}
      </div>
    </>
  )
}

function MatterFields({ control }: Pick<TicketForm, 'control'>) {
  return (
    <>
      <TextField
        control={control}
        name="title"
        label="Ämne"
        hint="Vad gäller det, med några få ord"
        isRequired
        maxLength={TITLE_MAX}
        autoComplete="off"
        autoFocus
      />
      <TextArea
        control={control}
        name="description"
        label="Beskrivning"
        hint="Vad händer, sedan när, och var?"
        rows={5}
        isRequired
        maxLength={DESCRIPTION_MAX}
      />
    </>
  )
}

function useSave(form: TicketForm, attachments: ReturnType<typeof useAttachments>, onSaved: () => void) {
  const create = useCreatePortalTicket()
  const idempotency = formIdempotency('portal-ticket')
  return async (typed: NewPortalTicket) => {
    try {
      const fileIds = await attachments.arrived()
      const ticket = { ...typed, fileIds }
      const { ticketNumber } = await create.mutateAsync({ ticket, idempotencyKey: idempotency.keyFor(ticket) })
      idempotency.clear()
      attachments.clear(fileIds)
      showToast({ title: 'Ticket skapad!', text: `Ärendet har nummer #${ticketNumber}.`, tone: 'success' })
      onSaved()
    } catch (error) {
      showFailure('Kunde inte skapa ticket', error, form)
    }
  }
}
