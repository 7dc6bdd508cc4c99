import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { requiredText } from '#lib/contract.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { TextArea } from '#lib/ui/text-area.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf } from '#lib/web/forms.ts'

type Props = {
  title: string
  label: string
  hint?: string
  /** The verb of the button. */
  submit: string
  /** What the toast says afterwards. */
  done: string
  maxLength?: number
  onSubmit: (text: string) => Promise<unknown>
  onClose: () => void
}

const ReasonForm = z.object({ text: requiredText('Skriv något här') })

/** Asks for one text before something is done. */
export function ReasonDialog({ title, label, hint, submit, done, maxLength = 500, onSubmit, onClose }: Props) {
  const form = useForm<z.input<typeof ReasonForm>, unknown, z.output<typeof ReasonForm>>({
    resolver: zodResolver(ReasonForm),
    defaultValues: { text: '' },
  })
  const { control, formState } = form
  const save = async ({ text }: z.output<typeof ReasonForm>) => {
    try {
      await onSubmit(text)
      showToast({ title: done, tone: 'success' })
      onClose()
    } catch (error) {
      showToast({ title: 'Det gick inte', text: messageOf(error), tone: 'error' })
    }
  }
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={save} label={title}>
        <TextArea
          control={control}
          name="text"
          label={label}
          rows={3}
          maxLength={maxLength}
          isRequired
          {...(hint && { hint })}
        />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
