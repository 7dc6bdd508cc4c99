import type { ReactNode } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Button } from './button.tsx'
import { Dialog, DialogActions, DialogCancel } from './dialog.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { Form, type FormProps } from './form.tsx'

type Props<Field extends string, Values extends FieldValues, Out> = {
  /** Of the dialog, and the accessible name of its form. */
  title: string
  form: UseFormReturn<Values, unknown, Out>
  /** `submit` and `conflict` of `useRowForm`. */
  onSubmit: FormProps<Values, Out>['onSubmit']
  conflict: Record<Field, string | null> | undefined
  /** 'Någon annan hann ändra kunden. Så här står det nu:' */
  conflictTitle: string
  /** The fields of the row in the order of the form. */
  labels: Record<Field, string>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The dialog of a form that creates or changes a row: the current row after an edit conflict, the fields, and the buttons. */
export function RowDialog<Field extends string, Values extends FieldValues, Out>({
  title,
  form,
  onSubmit,
  conflict,
  conflictTitle,
  labels,
  onClose,
  children,
}: Props<Field, Values, Out>) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={isDirty}>
      <Form form={form} onSubmit={onSubmit} label={title}>
        {conflict && <EditConflict title={conflictTitle} labels={labels} row={conflict} />}
        {children}
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={isSubmitting} pendingText="Sparar...">
            {conflict ? 'Spara min version' : 'Spara'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
