// Drafts of comments and replies: shown in a composer, stored on the device with each change, and autosaved on the server.
import { useEffect, useRef, useState } from 'react'
import { openDrafts } from './draft-owner.ts'
import type { DraftOptions } from './draft-place.ts'
import { DraftStore } from './draft-store.ts'
import type { ServerDraft } from './draft-versions.ts'
import { useStore } from './store.ts'

type Options<Draft> = DraftOptions<Draft> & {
  /** The server's draft; undefined until it is loaded, or without one. Refetched each time the screen opens. */
  saved?: ServerDraft<Draft> | undefined
  /** What the text is written to; when it changes, another tab may have sent the draft. */
  thread?: unknown
}

/**
 * The draft of a composer. Stored on the device with each change, and autosaved on the server 600 ms later and when the
 * screen is left. `send` posts the draft as it is at the call, with an Idempotency-Key that stays the same for retries
 * of the same draft, also after a reload or a new sign-in. On success the draft is empty (the server deletes its copy with
 * the comment); on failure `send` throws and the draft stays.
 */
export function useDraft<Draft>({ saved, thread, ...options }: Options<Draft>) {
  const [store] = useState(
    () => (openDrafts.get(options.key) as DraftStore<Draft> | undefined) ?? new DraftStore<Draft>(options),
  )
  const { draft, isSending, place, other } = useStore(store.subscribe, store.read)
  useEffect(() => {
    if (saved) store.receive(saved)
  }, [store, saved])
  const known = useRef(thread)
  useEffect(() => {
    if (known.current !== undefined && thread !== known.current) void store.recheck()
    known.current = thread
  }, [store, thread])
  const initial = saved?.draft ?? options.empty
  return {
    draft: draft ?? initial,
    change: (changed: Partial<Draft>) => store.change(changed, initial),
    /** Undefined when a send was in progress already. */
    send: <Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>) => store.send(post, initial),
    isSending,
    /** Where the text is stored. */
    place,
    /** Another version of the text, which is offered. */
    other: other && {
      from: other.from,
      changedAt: other.changedAt,
      show: () => store.showOther(initial),
      remove: () => store.removeOther(),
    },
  }
}
