// Restores what was typed in a form when the session ended, once the same user has signed in again. A form with `isOnDevice` is
// also stored on the device, and restored after a reload or a closed tab; the others stay in this tab's memory.
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type DeviceDraft, readSubjects, removeFromDevice, storeOnDevice } from './device-drafts.ts'
import { draftOwner, watchDraftOwner } from './draft-owner.ts'
import type { DraftPlace } from './draft-place.ts'
import { isPageOpen, PAGE_ID } from './page-lock.ts'

const PREFIX = 'form:'

type Snapshot = { values: FieldValues; subject: unknown; stored?: Stored | undefined; isConfidential?: boolean }
type Stored = Pick<DeviceDraft, 'id' | 'changedAt' | 'attempt'>

const mounted = new Map<string, () => Snapshot | undefined>()
const snapshots = new Map<string, Snapshot>()
/** Submissions of forms that have not got a response. */
const attempts = new Map<string, NonNullable<DeviceDraft['attempt']>>()
const stores = new Map<string, () => void>()

/** The Idempotency-Key of a form's submission: the same for the same body until `endAttempt`, also after a restore of the form. */
export function attemptKey(form: string, body: unknown): string {
  const json = JSON.stringify(body)
  const before = attempts.get(form)
  if (before?.json === json) return before.key
  const attempt = { json, key: crypto.randomUUID() }
  attempts.set(form, attempt)
  stores.get(form)?.()
  return attempt.key
}

/** Called when the submission has succeeded. */
export const endAttempt = (form: string) => void attempts.delete(form)

/** Stores the changes in every mounted form. Called when the session ends, before its screens unmount. */
export function snapshotForms() {
  for (const [key, read] of mounted) {
    const snapshot = read()
    if (snapshot) snapshots.set(key, snapshot)
  }
}

/** Forms that were left unsaved, by history entry; going back or forward to the entry restores them. */
const left = new Map<string, Map<string, Snapshot>>()
const LEFT_MAX = 20

/** Stores the changes in every mounted form, for `returnForms`. Called before their screen is left. */
export function storeForms(entry: string) {
  const forms = new Map<string, Snapshot>()
  for (const [key, read] of mounted) {
    const snapshot = read()
    // Without `stored`, as the copy on the device is removed when the form unmounts.
    if (snapshot && !snapshot.isConfidential) forms.set(key, { values: snapshot.values, subject: snapshot.subject })
  }
  left.set(entry, forms)
  const [oldest] = left.keys()
  if (left.size > LEFT_MAX && oldest !== undefined) left.delete(oldest)
}

/** Called before the screen of a history entry is shown again. */
export function returnForms(entry: string) {
  for (const [key, snapshot] of left.get(entry) ?? []) snapshots.set(key, snapshot)
  left.delete(entry)
}

/** Whether this tab has a form with unsaved changes. */
export const hasUnsavedForms = () => snapshots.size > 0 || [...mounted.values()].some((read) => read() !== undefined)

let restoring: Promise<void> = Promise.resolve()
watchDraftOwner((owner, isSame) => {
  if (isSame) return
  snapshots.clear()
  left.clear()
  attempts.clear()
  if (owner !== undefined) restoring = restoreForms(owner)
})

/** Loads the forms that closed tabs of this login left on the device. */
async function restoreForms(owner: string) {
  for (const { subject: key, draft } of await readSubjects(owner, PREFIX)) {
    const [id = ''] = draft.id.split('/')
    if ((await isPageOpen(id)) || owner !== draftOwner()) continue
    // Only deviceCopy writes records with this prefix.
    const { values, subject } = draft.draft as Snapshot
    snapshots.set(key.slice(PREFIX.length), { values, subject, stored: draft })
  }
}

/** Resolves when the forms that closed tabs left are loaded, or after a second, as IndexedDB may never respond. */
export const formsRestored = () => Promise.race([restoring, new Promise<void>((resolve) => setTimeout(resolve, 1000))])

/** Whether a snapshot waits for its form. */
export const hasFormSnapshots = () => snapshots.size > 0

/** The same for one form; its dialog may then open by itself. */
export const hasFormSnapshot = (key: string) => snapshots.has(key)

/** The `subject` (the row as it was opened) of a waiting snapshot whose key begins with `prefix`. */
export const snapshotSubject = (prefix: string): unknown =>
  [...snapshots].find(([key, { subject }]) => key.startsWith(prefix) && subject !== undefined)?.[1].subject

type Options<Values> = {
  key: string
  /** Fields that are not stored: a password, or a value that is meaningless without the search that found it. */
  omit?: (keyof Values & string) | readonly (keyof Values & string)[]
  /** The row that the form changes; its version reveals changes by others when the restored form is saved. */
  subject?: unknown
  /** Called with the restored values. */
  onRestore?: (values: Partial<Values>) => void
  /** Also stores the form on the device, until it is saved or discarded. Not for technical information of customers. */
  isOnDevice?: boolean
  /** Forgotten when the person leaves the form, and restored only after another sign-in. */
  isConfidential?: boolean
}

/** Restores the snapshot of `key` once, as unsaved changes. Returns where the text is stored, after the first attempt. Not for a form with passwords. */
export function useFormRecovery<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  { key, omit, subject, onRestore, isOnDevice = false, isConfidential = false }: Options<Values>,
) {
  const [place, setPlace] = useState<DraftPlace>()
  const read = useEffectEvent(() => {
    const omitted = [omit ?? []].flat()
    const defaultValues: FieldValues = form.formState.defaultValues ?? {}
    const changed = Object.entries(form.getValues()).filter(
      ([name, value]) => !omitted.includes(name) && JSON.stringify(value) !== JSON.stringify(defaultValues[name]),
    )
    return changed.length > 0 ? { values: Object.fromEntries(changed), subject, isConfidential } : undefined
  })
  const announceRestored = useEffectEvent((values: FieldValues) => onRestore?.(values as Partial<Values>))
  useEffect(() => {
    const device = isOnDevice ? deviceCopy(key, read, setPlace) : undefined
    const restore = () => {
      const snapshot = snapshots.get(key)
      snapshots.delete(key)
      if (!snapshot) return
      const { values, stored } = snapshot
      if (stored?.attempt) attempts.set(key, stored.attempt)
      form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true, keepFieldsRef: true })
      if (stored) device?.takeOver(stored)
      else device?.store()
      announceRestored(values)
    }
    restore()
    let isMounted = true
    if (device) void restoring.then(() => isMounted && !form.formState.isDirty && restore())
    mounted.set(key, () => {
      const snapshot = read()
      return snapshot && { ...snapshot, stored: device?.stored() }
    })
    if (device) stores.set(key, device.store)
    const unsubscribe = device && form.subscribe({ formState: { values: true }, callback: device.store })
    return () => {
      isMounted = false
      mounted.delete(key)
      stores.delete(key)
      unsubscribe?.()
      if (snapshots.has(key)) return
      // A form that unmounts during the session has been saved or discarded.
      attempts.delete(key)
      device?.remove()
    }
  }, [form, key, isOnDevice])
  return place
}

/** The copy of a form on the device. */
function deviceCopy(key: string, read: () => Snapshot | undefined, show: (place: DraftPlace | undefined) => void) {
  const owner = draftOwner()
  const id = `${PAGE_ID}/${crypto.randomUUID()}`
  let taken: Stored | undefined
  let own: Stored | undefined
  const removeAll = () => {
    if (owner === undefined) return
    for (const stored of [own, taken]) if (stored) void removeFromDevice(owner, PREFIX + key, stored)
    own = undefined
    taken = undefined
  }
  return {
    stored: () => own ?? taken,
    takeOver: (stored: Stored) => {
      taken = stored
      show('device')
    },
    store: () => {
      if (owner === undefined || owner !== draftOwner()) return
      const snapshot = read()
      if (!snapshot) {
        show(undefined)
        return removeAll()
      }
      own = { id, changedAt: Date.now() }
      const record = { ...own, draft: snapshot, versions: [], attempt: attempts.get(key) }
      void storeOnDevice(owner, PREFIX + key, record).then((isStored) => show(isStored ? 'device' : 'tab'))
    },
    remove: removeAll,
  }
}
