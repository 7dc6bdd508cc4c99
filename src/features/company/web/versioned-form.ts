import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { snapshotSubject, useFormRecovery } from '#shared/web/form-recovery.ts'
import { conflictingRow, KEEP_TYPED, putFieldErrors } from '#shared/web/forms.ts'

type Options<Values extends FieldValues, Out extends object, Row> = {
  /** The recovery key of the form when the session ends. */
  key: string
  row: Row
  rowSchema: z.ZodType<Row>
  resolver: Resolver<Values, unknown, Out>
  valuesOf: (row: Row) => Values
  /** A field that is not stored for recovery: a password. */
  omit?: keyof Values & string
  save: (changed: Out & { version: number }) => Promise<Row>
  /** The titles of the toasts. */
  saved?: string
  failed?: string
}

/** A form for a versioned row. After a conflict `current` is the row on the server, `opened` the row the form was filled from. */
export function useVersionedForm<Values extends FieldValues, Out extends object, Row extends { version: number }>({
  key,
  row,
  rowSchema,
  resolver,
  valuesOf,
  omit,
  save,
  saved: done = 'Inställningar sparade!',
  failed = 'Kunde inte spara inställningar',
}: Options<Values, Out, Row>) {
  const form = useForm<Values, unknown, Out>({ resolver, defaultValues: valuesOf(row) as DefaultValues<Values> })
  // The row being edited: a refetch must not change the version that is saved with it.
  const [opened, setOpened] = useState(() => rowSchema.safeParse(snapshotSubject(key)).data ?? row)
  useFormRecovery(form, { key, subject: opened, ...(omit && { omit }) })
  const [current, setCurrent] = useState<Row>()

  const submit = async (values: Out) => {
    try {
      // Saving again after a conflict overwrites the version that the conflict panel shows.
      const saved = await save({ ...values, version: (current ?? opened).version })
      setOpened(saved)
      setCurrent(undefined)
      form.reset(valuesOf(saved))
      showToast({ title: done, tone: 'success' })
    } catch (error) {
      showFailure(failed, error)
      const conflict = conflictingRow(rowSchema, error)
      if (!conflict) return void putFieldErrors(form, error)
      setCurrent(conflict)
      // Leaves edited fields unchanged and updates the others to the current row, so that saving reverts nothing.
      form.reset(valuesOf(conflict), KEEP_TYPED)
    }
  }
  return { form, submit, opened, current }
}
