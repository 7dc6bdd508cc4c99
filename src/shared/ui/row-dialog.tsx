import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { DraftPlace } from '../web/draft-place.ts'
import { EditConflict } from './edit-conflict.tsx'
import type { FormProps } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'

type Props<Field extends string, Values extends FieldValues, Out> = {
  /** The title of the dialog and the accessible name of its form. */
  title: string
  form: FormProps<Values, Out>['form']
  /** `submit` and `conflict` of `useRowForm`. */
  onSubmit: FormProps<Values, Out>['onSubmit']
  conflict: Record<Field, string | null> | undefined
  /** 'Någon annan hann ändra kunden. Så här står det nu:' */
  conflictTitle: string
  /** The fields of the row in the order of the form. */
  labels: Record<Field, string>
  /** As for `FormDialog`. */
  place?: DraftPlace | undefined
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The dialog of a form that creates or changes a row: the current row after an edit conflict, the fields, and the buttons. */
export function RowDialog<Field extends string, Values extends FieldValues, Out>({
  conflict,
  conflictTitle,
  labels,
  children,
  ...dialog
}: Props<Field, Values, Out>) {
  return (
    <FormDialog {...dialog} submitLabel={conflict ? 'Spara min version' : 'Spara'}>
      {conflict && <EditConflict title={conflictTitle} labels={labels} row={conflict} />}
      {children}
    </FormDialog>
  )
}
