import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { requiredText } from '#shared/contract.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'

type Props = {
  /** The recovery key of the typed text (`reasonKey`). */
  recoveryKey: string
  /** The position of the row that it is about. */
  position?: number
  title: string
  /** Above the field: what the text is about. */
  text?: string
  label: string
  hint?: string
  /** The verb of the button. */
  submit: string
  /** The title of the toast afterwards. */
  done: string
  maxLength?: number
  onSubmit: (text: string) => Promise<unknown>
  onClose: () => void
}

const formOf = (label: string) => z.object({ text: requiredText(`Fyll i ${label.toLowerCase()}`) })
type ReasonForm = ReturnType<typeof formOf>

/** Asks for one text before an action. */
export function ReasonDialog({
  recoveryKey,
  position,
  title,
  text: about,
  label,
  hint,
  submit,
  done,
  maxLength = 500,
  onSubmit,
  onClose,
}: Props) {
  const form = useForm<z.input<ReasonForm>, unknown, z.output<ReasonForm>>({
    resolver: zodResolver(formOf(label)),
    defaultValues: { text: '' },
  })
  useFormRecovery(form, { key: recoveryKey, subject: position })
  const { control } = form
  const save = async ({ text }: z.output<ReasonForm>) => {
    try {
      await onSubmit(text)
      showToast({ title: done, tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Det gick inte', error)
    }
  }
  return (
    <FormDialog title={title} form={form} onSubmit={save} submitLabel={submit} onClose={onClose}>
      {about && <p className="text-ink-soft">{about}</p>}
      <TextArea
        control={control}
        name="text"
        label={label}
        rows={3}
        maxLength={maxLength}
        isRequired
        autoFocus
        {...(hint && { hint })}
      />
    </FormDialog>
  )
}
