// Restores what was typed in a form when the session ended, once the same user has signed in again. Kept in this tab's
// memory only, never in the browser's storage.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Snapshot = { values: FieldValues; subject: unknown }

const mounted = new Map<string, () => Snapshot | undefined>()
const snapshots = new Map<string, Snapshot>()

/** Stores what was changed in every mounted form. Called when the session ends, before its screens unmount. */
export function snapshotForms() {
  for (const [key, read] of mounted) {
    const snapshot = read()
    if (snapshot) snapshots.set(key, snapshot)
  }
}

/** Called when another user signs in. */
export const discardFormSnapshots = () => snapshots.clear()

/** True while a snapshot waits for its form. */
export const hasFormSnapshots = () => snapshots.size > 0

/** The same of one form; its dialog may then open by itself. */
export const hasFormSnapshot = (key: string) => snapshots.has(key)

/** The `subject` of a form whose snapshot waits, of those whose keys begin with `prefix`: the row as it was when it was opened. */
export const snapshotSubject = (prefix: string): unknown =>
  [...snapshots].find(([key, { subject }]) => key.startsWith(prefix) && subject !== undefined)?.[1].subject

type Options<Values> = {
  key: string
  /** Fields that are not kept: a password, or a value that means nothing without the search that found it. */
  omit?: (keyof Values & string) | readonly (keyof Values & string)[]
  /** What the form changes; with its version a change by somebody else is noticed when the restored form is saved. */
  subject?: unknown
}

/** Restores the snapshot of `key` once, as unsaved changes. Not for a form of secrets. */
export function useFormRecovery<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  { key, omit, subject }: Options<Values>,
) {
  const read = useEffectEvent(() => {
    const omitted = [omit ?? []].flat()
    const defaultValues: FieldValues = form.formState.defaultValues ?? {}
    const changed = Object.entries(form.getValues()).filter(
      ([name, value]) => !omitted.includes(name) && JSON.stringify(value) !== JSON.stringify(defaultValues[name]),
    )
    return changed.length > 0 ? { values: Object.fromEntries(changed), subject } : undefined
  })
  useEffect(() => {
    const values = snapshots.get(key)?.values
    snapshots.delete(key)
    if (values) form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true, keepFieldsRef: true })
    mounted.set(key, () => read())
    return () => void mounted.delete(key)
  }, [form, key])
}
