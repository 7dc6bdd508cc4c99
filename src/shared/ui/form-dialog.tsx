import type { ReactNode } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import type { DraftPlace } from '../web/draft-place.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions, DialogCancel } from './dialog.tsx'
import { DraftStatus } from './draft-status.tsx'
import { Form, type FormProps } from './form.tsx'

type Props<Values extends FieldValues, Out> = Pick<FormProps<Values, Out>, 'form' | 'onSubmit' | 'onInvalid'> & {
  /** The title of the dialog and the accessible name of its form. */
  title: string
  submitLabel?: string
  /** The button's text while the submission runs. */
  pendingText?: string
  /** A confirmation before the submission goes on; outside the form, so that keys in it do not submit the form. */
  question?: ReactNode
  /** Where the typed text is stored, for a form that is stored on the device (`useFormRecovery`). */
  place?: DraftPlace | undefined
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A dialog with a form: its fields, Avbryt and the submit button. Asks before typed values are lost. */
export function FormDialog<Values extends FieldValues, Out>({
  title,
  submitLabel = 'Spara',
  pendingText = 'Sparar...',
  question,
  place,
  onClose,
  children,
  ...form
}: Props<Values, Out>) {
  const { isDirty, isSubmitting } = useFormState({ control: form.form.control })
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={isDirty} isOnDevice={place === 'device'}>
      <Form {...form} label={title}>
        {children}
        {place && <DraftStatus place={place} />}
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={isSubmitting} pendingText={pendingText}>
            {submitLabel}
          </Button>
        </DialogActions>
      </Form>
      {question}
    </Dialog>
  )
}
