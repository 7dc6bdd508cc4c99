// What is written in a form when the session ends is there again once the same person has signed in. It is kept in this
// tab's memory alone, never in the browser's storage.
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const onScreen = new Map<string, () => FieldValues | undefined>()
const kept = new Map<string, FieldValues>()

/** When the session ends, before its screens go. */
export function keepForms() {
  for (const [key, read] of onScreen) {
    const values = read()
    if (values) kept.set(key, values)
  }
}

/** When somebody else signs in. */
export const forgetForms = () => kept.clear()

/** What was written under this key waits for its form: the dialog may open by itself. */
export const isFormKept = (key: string) => kept.has(key)

type Options<Values> = {
  key: string
  /** A field whose value says nothing without what was searched for it: it is chosen again. */
  without?: keyof Values & string
}

/** Puts back what was kept, once, as something not saved. Not for a form with secrets. */
export function useKeptForm<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  { key, without }: Options<Values>,
) {
  useEffect(() => {
    const values = kept.get(key)
    kept.delete(key)
    if (values) {
      const emptied = without && { [without]: form.formState.defaultValues?.[without] }
      form.reset({ ...values, ...emptied } as Values, { keepDefaultValues: true, keepFieldsRef: true })
    }
    onScreen.set(key, () => {
      const written = form.getValues()
      return JSON.stringify(written) === JSON.stringify(form.formState.defaultValues) ? undefined : written
    })
    return () => void onScreen.delete(key)
  }, [form, key, without])
}
