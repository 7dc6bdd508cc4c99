// Whose drafts these are. Those of another login on the same device are never shown, saved or sent.
import { type DeviceDraft, readDeviceDrafts } from './device-drafts.ts'

let owner: string | undefined
let onDevice: Promise<Map<string, DeviceDraft>> = Promise.resolve(new Map())
const listeners: (() => void)[] = []

/** Called when another person signs in, with what this tab has in memory of the one before. */
export const onAnotherOwner = (discard: () => void) => void listeners.push(discard)

/** Undefined once the person has signed out. */
export function setDraftOwner(userId: string | undefined) {
  if (owner === userId) return
  owner = userId
  onDevice = userId === undefined ? Promise.resolve(new Map()) : readDeviceDrafts(userId)
  for (const discard of listeners) discard()
}

export const draftOwner = () => owner

/** What this device had of the owner's drafts when this page was loaded; each is taken once. */
export async function takeDeviceDraft(key: string): Promise<DeviceDraft | undefined> {
  const drafts = await onDevice
  const draft = drafts.get(key)
  drafts.delete(key)
  return draft
}

/** The same of all whose keys begin with `prefix`, without it. */
export async function listDeviceDrafts(prefix: string): Promise<[key: string, DeviceDraft][]> {
  const drafts = [...(await onDevice)]
  return drafts.filter(([key]) => key.startsWith(prefix)).map(([key, draft]) => [key.slice(prefix.length), draft])
}
