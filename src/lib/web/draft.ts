// Drafts of comments and replies: shown in a composer, autosaved on the server, and kept on this device while the server does
// not have them. What cannot be saved is tried again, also when the network, the tab or the stream of events returns.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readDeviceDrafts, removeDeviceDrafts } from './device-drafts.ts'
import { draftOwner, setDraftOwner } from './draft-owner.ts'
import { type DraftOptions, draftStore, hasUnsavedDrafts, saveDrafts } from './draft-store.ts'
import type { Version } from './draft-versions.ts'

type Comment = { comment: string }
/** As the server has it; `savedAt` is null when it has none. */
type SavedDraft<Draft> = Draft & { savedAt?: string | null }

type Options<Draft> = DraftOptions<Draft> & {
  /** The server's draft; undefined until it is loaded. Fetched again each time the screen opens. */
  saved: SavedDraft<Draft> | undefined
}

/** Where the draft is; `saving` while nothing has failed, `nowhere` when it is in this tab alone. */
export type DraftPlace = 'server' | 'saving' | 'device' | 'nowhere'

/**
 * The draft of a composer. Autosaved 600 ms after the last change and when the screen is left. `send` posts the draft of
 * the moment it is called, with an Idempotency-Key that stays the same for retries of the same draft, also after a new
 * sign-in. On success the draft is empty (the server deletes its copy with the comment); on failure `send` throws and the
 * draft stays. Of two versions the newer is shown, and `other` is offered.
 */
export function useDraft<Draft extends Comment>({ saved, ...options }: Options<Draft>) {
  const [store] = useState(() => draftStore<Draft>(options))
  const { draft, isSending, isSaved, isOnDevice, hasFailed, other } = useSyncExternalStore(store.subscribe, store.read)
  useEffect(() => {
    if (saved) void store.compare(withoutTime(saved), saved.savedAt ? Date.parse(saved.savedAt) : 0)
  }, [store, saved])
  const initial = saved ? withoutTime(saved) : options.empty
  return {
    draft: draft ?? initial,
    change: (changed: Partial<Draft>) => store.change(changed, initial),
    /** Undefined when a send was in progress already. */
    send: <Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>) => store.send(post, initial),
    isSending,
    place: placeOf({
      isSaved: isSaved || draft === undefined,
      isSaving: options.save !== undefined && !hasFailed,
      isOnDevice,
    }),
    other,
    swap: () => store.swap(initial),
    dismissOther: () => store.dismissOther(),
  }
}

function withoutTime<Draft>(saved: SavedDraft<Draft>): Draft {
  const draft = { ...saved }
  delete draft.savedAt
  return draft
}

type Facts = { isSaved: boolean; isSaving: boolean; isOnDevice: boolean }

function placeOf({ isSaved, isSaving, isOnDevice }: Facts): DraftPlace {
  if (isSaved) return 'server'
  if (isSaving) return 'saving'
  return isOnDevice ? 'device' : 'nowhere'
}

export type OtherVersion = { other: Version<Comment> | undefined; swap: () => void; dismissOther: () => void }

/** Tries the unsaved drafts again when the network or the tab returns. */
export function saveDraftsOnReturn() {
  window.addEventListener('online', () => void saveDrafts())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void saveDrafts())
}

const LAST_ATTEMPT_MS = 3_000

/** Whether the person would lose something by signing out, after one more attempt to save it. */
export async function wouldLoseDrafts(): Promise<boolean> {
  await Promise.race([saveDrafts(), new Promise((resolve) => setTimeout(resolve, LAST_ATTEMPT_MS))])
  const owner = draftOwner()
  return hasUnsavedDrafts() || (owner !== undefined && (await readDeviceDrafts(owner)).size > 0)
}

/** Removes what this tab and this device keep of the person who signs out. */
export async function forgetDrafts() {
  const owner = draftOwner()
  setDraftOwner(undefined)
  if (owner !== undefined) await removeDeviceDrafts(owner)
}
