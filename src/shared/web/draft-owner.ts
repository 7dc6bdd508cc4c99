// Whose texts these are, and which of them are not on the server.
import { hasDeviceDrafts, removeDeviceDrafts, removeOldDeviceDrafts } from './device-drafts.ts'

export type UnsavedDraft = { isPending: () => boolean; save: () => Promise<void> }

/** The texts of this tab by what they are about. */
export const openDrafts = new Map<string, UnsavedDraft>()
const others: (() => boolean)[] = []
const ownerListeners: ((owner: string | undefined, isSame: boolean) => void)[] = []
let owner: string | undefined

/** Whose drafts these are. */
export const draftOwner = () => owner

/** Calls with each login that begins, and with undefined when the person signs out. */
export const watchDraftOwner = (listener: (owner: string | undefined, isSame: boolean) => void) =>
  void ownerListeners.push(listener)

/** Sets whose drafts these are. Those of another user leave this tab, and are never saved or sent by the new one. */
export function setDraftOwner(userId: string) {
  const isSame = owner === userId
  owner = userId
  if (!isSame) {
    openDrafts.clear()
    void removeOldDeviceDrafts(Date.now())
  }
  for (const listener of ownerListeners) listener(userId, isSame)
}

/** Something else that would be lost with the tab, as long as the function returns true. */
export const watchUnsaved = (isPending: () => boolean) => void others.push(isPending)

/** Whether a text in this tab is not on the server, or is being sent. */
export const hasUnsavedDrafts = () =>
  [...openDrafts.values()].some(({ isPending }) => isPending()) || others.some((isPending) => isPending())

/** The same of every tab, and of what was closed. */
export const hasUnsavedTexts = async () => hasUnsavedDrafts() || (owner !== undefined && (await hasDeviceDrafts(owner)))

/** Saves the drafts that have changed; one that cannot be saved stays unsaved. */
export const saveDrafts = () => Promise.all([...openDrafts.values()].map(({ save }) => save()))

/** Removes every text of the person from this tab and the device. Called when the person signs out. */
export async function discardDrafts() {
  const userId = owner
  owner = undefined
  openDrafts.clear()
  for (const listener of ownerListeners) listener(undefined, false)
  if (userId !== undefined) await removeDeviceDrafts(userId)
}

/** Saves again when the network or the tab returns, and asks before a tab with unsaved text is closed. Returns its end. */
export function watchTab(): () => void {
  const save = () => {
    if (document.visibilityState === 'visible') void saveDrafts()
  }
  const ask = (event: BeforeUnloadEvent) => {
    if (hasUnsavedDrafts()) event.preventDefault()
  }
  window.addEventListener('online', save)
  window.addEventListener('beforeunload', ask)
  document.addEventListener('visibilitychange', save)
  return () => {
    window.removeEventListener('online', save)
    window.removeEventListener('beforeunload', ask)
    document.removeEventListener('visibilitychange', save)
  }
}
