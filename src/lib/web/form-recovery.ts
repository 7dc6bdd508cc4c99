// Restores what was typed in a form when the session ended, once the same user has signed in again. Kept in this tab's
// memory only, never in the browser's storage.
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const mounted = new Map<string, () => FieldValues | undefined>()
const snapshots = new Map<string, FieldValues>()

/** Stores the values of every mounted form with changes. Called when the session ends, before its screens unmount. */
export function snapshotForms() {
  for (const [key, read] of mounted) {
    const values = read()
    if (values) snapshots.set(key, values)
  }
}

/** Called when another user signs in. */
export const discardFormSnapshots = () => snapshots.clear()

/** True while a snapshot waits for its form. */
export const hasFormSnapshots = () => snapshots.size > 0

/** The same of one form; its dialog may then open by itself. */
export const hasFormSnapshot = (key: string) => snapshots.has(key)

type Options<Values> = {
  key: string
  /** A field that is not restored, because its value means nothing without the search that found it. */
  omit?: keyof Values & string
}

/** Restores the snapshot of `key` once, as unsaved changes. Not for a form with secrets. */
export function useFormRecovery<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  { key, omit }: Options<Values>,
) {
  useEffect(() => {
    const values = snapshots.get(key)
    snapshots.delete(key)
    if (values) {
      const omitted = omit && { [omit]: form.formState.defaultValues?.[omit] }
      form.reset({ ...values, ...omitted } as Values, { keepDefaultValues: true, keepFieldsRef: true })
    }
    mounted.set(key, () => {
      const current = form.getValues()
      return JSON.stringify(current) === JSON.stringify(form.formState.defaultValues) ? undefined : current
    })
    return () => void mounted.delete(key)
  }, [form, key, omit])
}
