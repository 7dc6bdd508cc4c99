// Texts that are not on the server yet, in IndexedDB, by login, subject and record. When IndexedDB cannot be used (a private
// window, a full disk), every function still works, but nothing is stored.
import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval'

const RETENTION_DAYS = 30
const DAY_MS = 86_400_000

export type DeviceDraft<Draft = unknown> = {
  /** The id of the record; each page has a record of its own for a text. */
  id: string
  draft: Draft
  /** By the device's clock. */
  changedAt: number
  /** The versions on the server that this text replaces or has tried to save. */
  versions: string[]
  /** A submission whose response was lost: submitting the same text again must not create it twice. */
  attempt?: { json: string; key: string } | undefined
}

type Key = [userId: string, subject: string, id: string]

let store: UseStore | undefined

/** Throws in a browser without IndexedDB. */
const drafts = () => {
  store ??= createStore('stodpunkt-drafts', 'drafts')
  return store
}

const attempt = async <Result>(run: () => Promise<Result>, otherwise: Result): Promise<Result> => {
  try {
    return await run()
  } catch {
    return otherwise
  }
}

/** False when it could not be stored. */
export const storeOnDevice = (userId: string, subject: string, draft: DeviceDraft) =>
  attempt(async () => {
    await set([userId, subject, draft.id], draft, drafts())
    return true
  }, false)

/** Removes a record; with `changedAt` only if no other tab has changed it since. */
export const removeFromDevice = (
  userId: string,
  subject: string,
  { id, changedAt }: { id: string; changedAt?: number },
) =>
  attempt(async () => {
    const key: Key = [userId, subject, id]
    if (changedAt === undefined) return del(key, drafts())
    const stored = await get<DeviceDraft>(key, drafts())
    if (stored?.changedAt === changedAt) await del(key, drafts())
  }, undefined)

const everything = () => attempt(() => entries<Key, DeviceDraft>(drafts()), [])

/** The records of a login about a subject, newest first. */
export async function readDevice<Draft>(userId: string, subject: string): Promise<DeviceDraft<Draft>[]> {
  const found = await everything()
  return found
    .filter(([[owner, about]]) => owner === userId && about === subject)
    .map(([, draft]) => draft as DeviceDraft<Draft>)
    .sort((a, b) => b.changedAt - a.changedAt)
}

/** The records of a login about every subject that begins with `prefix`. */
export async function readSubjects(userId: string, prefix: string): Promise<{ subject: string; draft: DeviceDraft }[]> {
  const found = await everything()
  return found
    .filter(([[owner, subject]]) => owner === userId && subject.startsWith(prefix))
    .map(([[, subject], draft]) => ({ subject, draft }))
    .sort((a, b) => a.draft.changedAt - b.draft.changedAt)
}

/** Whether a login has any text on this device, from any tab. */
export const hasDeviceDrafts = async (userId: string) => (await everything()).some(([[owner]]) => owner === userId)

/** Removes all records of a login from this device. Called when the person signs out. */
export async function removeDeviceDrafts(userId: string) {
  const keys = (await everything()).map(([key]) => key).filter(([owner]) => owner === userId)
  await attempt(() => delMany(keys, drafts()), undefined)
}

/** Removes expired records of every login. */
export async function removeOldDeviceDrafts(now: number) {
  const old = (await everything()).filter(([, { changedAt }]) => changedAt < now - RETENTION_DAYS * DAY_MS)
  const keys = old.map(([key]) => key)
  await attempt(() => delMany(keys, drafts()), undefined)
}
