// Text that is not on the server yet, kept in the IndexedDB of this device, apart for each login. When the browser refuses to
// store anything, nothing is kept and nothing fails.
import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'

export type DeviceDraft = { value: unknown; writtenAt: number }

const KEPT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

let opened: UseStore | undefined
const store = () => (opened ??= createStore('stodpunkt-drafts', 'drafts'))
const prefixOf = (owner: string) => `${owner}/`

/** All drafts of a login by their keys; those of anybody are removed after KEPT_DAYS. */
export async function readDeviceDrafts(owner: string, now = Date.now()): Promise<Map<string, DeviceDraft>> {
  const prefix = prefixOf(owner)
  try {
    const all = await entries<string, DeviceDraft>(store())
    const old = all.filter(([, { writtenAt }]) => writtenAt < now - KEPT_DAYS * DAY_MS).map(([key]) => key)
    if (old.length > 0) await delMany(old, store())
    const own = all.filter(([key]) => key.startsWith(prefix) && !old.includes(key))
    return new Map(own.map(([key, draft]) => [key.slice(prefix.length), draft]))
  } catch {
    return new Map()
  }
}

/** False when it is not stored: the browser has no storage, or it is full. */
export async function writeDeviceDraft(owner: string, key: string, draft: DeviceDraft): Promise<boolean> {
  try {
    await set(prefixOf(owner) + key, draft, store())
    return true
  } catch {
    return false
  }
}

export const removeDeviceDraft = (owner: string, key: string) => remove((one) => one === prefixOf(owner) + key)

/** When the person signs out. */
export const removeDeviceDrafts = (owner: string) => remove((key) => key.startsWith(prefixOf(owner)))

async function remove(isRemoved: (key: string) => boolean): Promise<void> {
  try {
    const all = await entries<string, DeviceDraft>(store())
    await delMany(
      all.map(([key]) => key).filter((key) => isRemoved(key)),
      store(),
    )
  } catch {
    // What cannot be stored cannot be removed either.
  }
}
