// The login that owns this tab's drafts, and which of them are not on the server.
import { hasDeviceDrafts, removeDeviceDrafts, removeOldDeviceDrafts } from './device-drafts.ts'
import { removeRecentRows } from './recent-rows.ts'

export type UnsavedDraft = { isPending: () => boolean; save: () => Promise<void> }

/** The drafts of this tab by subject. */
export const openDrafts = new Map<string, UnsavedDraft>()
const others: (() => boolean)[] = []
const ownerListeners: ((owner: string | undefined, isSame: boolean) => void)[] = []
let owner: string | undefined

/** The login whose drafts these are. */
export const draftOwner = () => owner

/** Calls the listener at each sign-in with the login, and with undefined when the person signs out. */
export const watchDraftOwner = (listener: (owner: string | undefined, isSame: boolean) => void) =>
  void ownerListeners.push(listener)

/** Sets the login. Drafts of another user are removed from this tab, and never saved or sent by the new one. */
export function setDraftOwner(userId: string) {
  const isSame = owner === userId
  owner = userId
  if (!isSame) {
    openDrafts.clear()
    void removeOldDeviceDrafts(Date.now())
  }
  for (const listener of ownerListeners) listener(userId, isSame)
}

/** Registers other unsaved work, which would be lost with the tab while the function returns true. */
export const watchUnsaved = (isPending: () => boolean) => void others.push(isPending)

/** Whether this tab has a text that is not on the server, or is being sent. */
export const hasUnsavedDrafts = () =>
  [...openDrafts.values()].some(({ isPending }) => isPending()) || others.some((isPending) => isPending())

/** The same for every tab, also closed ones. */
export const hasUnsavedTexts = async () => hasUnsavedDrafts() || (owner !== undefined && (await hasDeviceDrafts(owner)))

/** Saves the changed drafts; one that cannot be saved stays unsaved. */
export const saveDrafts = () => Promise.all([...openDrafts.values()].map(({ save }) => save()))

/** Removes all texts of the login from this tab and the device, and what it opened last. Called when the person signs out. */
export async function discardDrafts() {
  const userId = owner
  owner = undefined
  openDrafts.clear()
  for (const listener of ownerListeners) listener(undefined, false)
  if (userId === undefined) return
  removeRecentRows(userId)
  await removeDeviceDrafts(userId)
}

/**
 * Saves again when the network returns or the tab becomes visible, and warns before a tab with unsaved text is closed. Returns a
 * function that stops this.
 */
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
