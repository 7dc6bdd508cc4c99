import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'

type Versioned<Values extends FieldValues, Out extends object, Row> = {
  row: Row
  rowSchema: z.ZodType<Row>
  resolver: Resolver<Values, unknown, Out>
  valuesOf: (row: Row) => Values
  save: (changed: Out & { version: number }) => Promise<Row>
}

/** A form over a row with a version. After a conflict `standing` is the row as it is now, `opened` as it was when the form was filled. */
export function useVersionedForm<Values extends FieldValues, Out extends object, Row extends { version: number }>({
  row,
  rowSchema,
  resolver,
  valuesOf,
  save,
}: Versioned<Values, Out, Row>) {
  const form = useForm<Values, unknown, Out>({ resolver, defaultValues: valuesOf(row) as DefaultValues<Values> })
  // What the person writes on: a refetch meanwhile must not lend its version to an older text.
  const [opened, setOpened] = useState(row)
  const [standing, setStanding] = useState<Row>()

  const submit = async (values: Out) => {
    try {
      // Saving again after a conflict is a choice made with both versions in sight.
      const saved = await save({ ...values, version: (standing ?? opened).version })
      setOpened(saved)
      setStanding(undefined)
      form.reset(valuesOf(saved))
      showToast({ title: 'Inställningar sparade!', tone: 'success' })
    } catch (error) {
      showToast({ title: 'Kunde inte spara inställningar', text: messageOf(error), tone: 'error' })
      const now =
        error instanceof CallError && error.code === 'conflict' ? rowSchema.safeParse(error.current) : undefined
      if (!now?.success) return void putFieldErrors(form, error)
      setStanding(now.data)
      // What was typed stays; what was not touched is what stands now, so that saving takes nothing back.
      form.reset(valuesOf(now.data), { keepDirtyValues: true, keepFieldsRef: true })
    }
  }
  return { form, submit, opened, standing }
}
