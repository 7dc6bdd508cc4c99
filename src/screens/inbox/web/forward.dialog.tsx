import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { NewForward, REPLY_MAX } from '#features/inbox/answers.contract.ts'
import type { Enquiry } from '#features/inbox/enquiries.contract.ts'
import { useForwardEnquiry } from '#features/inbox/web/enquiries.api.ts'
import { useIsSendingMail } from '#features/inbox/web/menu-counts.api.ts'
import { NotMailed } from '#features/inbox/web/not-mailed.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { formIdempotency } from '#shared/web/idempotency-key.ts'
import { forwardKey } from './forward-recovery.ts'

type Props = { enquiry: Pick<Enquiry, 'id' | 'name' | 'files'>; onClose: () => void }

/** Mails the enquiry, the replies and its files to somebody else, with a text of one's own. */
export function ForwardDialog({ enquiry: { id, name, files }, onClose }: Props) {
  const form = useForm<z.input<typeof NewForward>, unknown, NewForward>({
    resolver: zodResolver(NewForward),
    defaultValues: { to: '', note: '' },
  })
  const key = forwardKey(id)
  useFormRecovery(form, { key })
  const { mutateAsync } = useForwardEnquiry(id)
  const isMailed = useIsSendingMail()
  const submit = async (forward: NewForward) => {
    try {
      const idempotency = formIdempotency(key)
      const { sentTo } = await mutateAsync({ forward, idempotencyKey: idempotency.keyFor(forward) })
      idempotency.clear()
      showToast({ title: 'Vidarebefordrat', text: `Till ${readableAddress(sentTo)}`, tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte vidarebefordra', error, form)
    }
  }
  return (
    <FormDialog
      title="Vidarebefordra"
      submitLabel="Skicka"
      pendingText="Skickar..."
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField control={form.control} name="to" label="Till" type="email" isRequired autoComplete="off" autoFocus />
      <TextArea control={form.control} name="note" label="Egen text" rows={3} maxLength={REPLY_MAX} />
      {isMailed ? (
        <p className="text-sm text-ink-soft">
          Med följer allt som {name} och ni har skrivit, med namn och adress
          {files.length > 0 && `, och ${files.map((file) => file.name).join(', ')}`}. {name} får inget veta och väntar
          fortfarande på svar.
        </p>
      ) : (
        <NotMailed to={undefined} />
      )}
    </FormDialog>
  )
}
