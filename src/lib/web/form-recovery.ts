// Restores what was typed in a form when the session ended, once the same user has signed in again. Kept in this tab's memory;
// of the forms that say so on this device too, so that it survives a lost connection and a closed tab.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { removeDeviceDraft, writeDeviceDraft } from './device-drafts.ts'
import { draftOwner, listDeviceDrafts, onAnotherOwner } from './draft-owner.ts'

type Snapshot = { values: FieldValues; subject: unknown }

const mounted = new Map<string, () => Snapshot | undefined>()
const snapshots = new Map<string, Snapshot>()
/** Those that this device kept when the page was loaded. */
const kept = new Map<string, Snapshot>()
let keptAreRead: Promise<void> = Promise.resolve()

const PREFIX = 'form:'
const KEEP_DELAY_MS = 300

onAnotherOwner(() => {
  snapshots.clear()
  kept.clear()
  const owner = draftOwner()
  keptAreRead = listDeviceDrafts(PREFIX).then((forms) => {
    if (owner === draftOwner()) for (const [key, { value }] of forms) kept.set(key, value as Snapshot)
  })
})

/** Stores what was changed in every mounted form. Called when the session ends, before its screens unmount. */
export function snapshotForms() {
  for (const [key, read] of mounted) {
    const snapshot = read()
    if (snapshot) snapshots.set(key, snapshot)
  }
}

/** True while a snapshot waits for its form that is in this tab alone. */
export const hasFormSnapshots = () => snapshots.size > 0

/** The same of one form; its dialog may then open by itself. */
export const hasFormSnapshot = (key: string) => snapshots.has(key) || kept.has(key)

/** The `subject` of a form whose snapshot waits, of those whose keys begin with `prefix`: the row as it was when it was opened. */
export const snapshotSubject = (prefix: string): unknown =>
  [...snapshots, ...kept].find(([key, { subject }]) => key.startsWith(prefix) && subject !== undefined)?.[1].subject

type Options<Values> = {
  key: string
  /** Fields that are not kept: a password, or a value that means nothing without the search that found it. */
  omit?: (keyof Values & string) | readonly (keyof Values & string)[]
  /** What the form changes; with its version a change by somebody else is noticed when the restored form is saved. */
  subject?: unknown
  /** Kept on this device while it is unsaved. Not for forms about people or settings. */
  isKeptOnDevice?: boolean
}

/** Restores the snapshot of `key` once, as unsaved changes. Not for a form of secrets. */
export function useFormRecovery<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  { key, omit, subject, isKeptOnDevice = false }: Options<Values>,
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
    const restore = () => {
      const values = (snapshots.get(key) ?? kept.get(key))?.values
      snapshots.delete(key)
      kept.delete(key)
      if (values) form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true, keepFieldsRef: true })
    }
    restore()
    // The device may answer after the form is shown; what has been typed by then stays.
    if (isKeptOnDevice) void keptAreRead.then(() => mounted.has(key) && !form.formState.isDirty && restore())
    mounted.set(key, () => read())
    return () => void mounted.delete(key)
  }, [form, key, isKeptOnDevice])
  useEffect(() => (isKeptOnDevice ? keepOnDevice(form, key, read) : undefined), [form, key, isKeptOnDevice])
}

/** Writes what is unsaved after each change, and removes it when the form is closed: then it was saved or given up. */
function keepOnDevice<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  key: string,
  read: () => Snapshot | undefined,
) {
  const owner = draftOwner()
  if (owner === undefined) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    const value = read()
    if (value) void writeDeviceDraft(owner, PREFIX + key, { value, writtenAt: Date.now() })
    else void removeDeviceDraft(owner, PREFIX + key)
  }
  const stop = form.subscribe({
    formState: { values: true },
    callback: () => {
      clearTimeout(timer)
      timer = setTimeout(keep, KEEP_DELAY_MS)
    },
  })
  return () => {
    stop()
    clearTimeout(timer)
    // At the end of a session it waits for the person; a form that is shown again at once was not closed.
    setTimeout(() => {
      if (!snapshots.has(key) && !mounted.has(key)) void removeDeviceDraft(owner, PREFIX + key)
    })
  }
}
