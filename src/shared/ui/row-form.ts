import { useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { NotConfirmed } from '../web/confirmation-question.ts'
import { conflictingRow, KEEP_TYPED, messageOf, putFieldErrors } from '../web/forms.ts'
import { formIdempotency, useIdempotencyKey } from '../web/idempotency-key.ts'
import { showToast, type ToastMessage } from './toast.tsx'

type Options<Row, Values extends FieldValues, Out> = {
  form: UseFormReturn<Values, unknown, Out>
  /** The key of `useFormRecovery`, for a form that is stored on the device. */
  formKey?: string
  /** The row that the dialog was opened with; undefined for a new one. Read once: a refetch meanwhile must not apply its version to input based on an older row. */
  row: () => Row | undefined
  schema: z.ZodType<Row>
  /** Must have a value for every field, as saving without one would delete it. */
  valuesOf: (row: Row) => DefaultValues<Values>
  create: (values: Out, idempotencyKey: string) => Promise<unknown>
  change: (row: Row, values: Out & { version: number }) => Promise<unknown>
  /** The title of the toast after success. */
  saved: string
  failed: (message: string) => Omit<ToastMessage, 'tone'>
  onSaved: () => void
}

/**
 * Creates or changes the row of a dialog's form, with a toast. After an edit conflict `conflict` is the current row: fields that
 * the user changed stay as typed, the others get the current values, and submitting again overwrites the row.
 */
export function useRowForm<Row extends { version: number }, Values extends FieldValues, Out>({
  form,
  row,
  ...options
}: Options<Row, Values, Out>) {
  const own = useIdempotencyKey()
  const idempotency = options.formKey === undefined ? own : formIdempotency(options.formKey)
  const [conflict, setConflict] = useState<Row>()
  const [opened] = useState(row)

  const submit = async (values: Out) => {
    try {
      if (opened) {
        await options.change(opened, { ...values, version: (conflict ?? opened).version })
      } else {
        await options.create(values, idempotency.keyFor(values))
        idempotency.clear()
      }
      showToast({ title: options.saved, tone: 'success' })
      options.onSaved()
    } catch (error) {
      if (error instanceof NotConfirmed) return
      const current = conflictingRow(options.schema, error)
      if (current) {
        setConflict(current)
        form.reset(options.valuesOf(current) as Values, KEEP_TYPED)
        return
      }
      showToast({ ...options.failed(messageOf(error)), tone: 'error' })
      putFieldErrors(form, error)
    }
  }
  return { submit, conflict }
}
