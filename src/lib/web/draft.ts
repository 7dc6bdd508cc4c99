// Drafts of comments and replies: shown in a composer, autosaved on the server, and kept in this tab's memory while neither
// worked (the session ended, the connection was lost). Never in the browser's storage.
import { useState, useSyncExternalStore } from 'react'
import { discardFormSnapshots } from './form-recovery.ts'

const AUTOSAVE_DELAY_MS = 600

type Comment = { comment: string }
type Save<Draft> = (draft: Draft) => Promise<unknown>

type UnsavedDraft = { isPending: () => boolean; save: () => Promise<void> }

const stores = new Map<string, UnsavedDraft>()
let owner: string | undefined

/** Sets whose drafts these are. Those of another user are discarded, and never saved or sent by the new one. */
export function setDraftOwner(userId: string) {
  if (owner === userId) return
  owner = userId
  stores.clear()
  discardFormSnapshots()
}

/** Whose drafts these are. */
export const draftOwner = () => owner

const others: (() => boolean)[] = []
/** Something else that would be lost with the tab, as long as the function returns true. */
export const watchUnsaved = (isPending: () => boolean) => void others.push(isPending)

/** Whether a draft in this tab is not on the server, or is being sent. */
export const hasUnsavedDrafts = () =>
  [...stores.values()].some(({ isPending }) => isPending()) || others.some((isPending) => isPending())

/** Saves the drafts that have changed; one that cannot be saved stays unsaved. */
export const saveDrafts = () => Promise.all([...stores.values()].map(({ save }) => save()))

type Options<Draft> = {
  /** What the draft is about, like `ticket:${id}`. Also the React key of the component. */
  key: string
  empty: Draft
  /** The server's draft; undefined until it is loaded. Refetched each time the screen opens. */
  saved: Draft | undefined
  /** Saves on the server; `''` as the comment deletes the draft. Without it the draft stays in this tab. */
  save?: Save<Draft>
  /** Whether the draft has more than `save` saves: it then stays in this tab until it is sent. */
  isMore?: (draft: Draft) => boolean
}

/**
 * The draft of a composer. Autosaved 600 ms after the last change and when the screen is left. `send` posts the draft of
 * the moment it is called, with an Idempotency-Key that stays the same for retries of the same draft, also after a new
 * sign-in. On success the draft is empty (the server deletes its copy with the comment); on failure `send` throws and the
 * draft stays.
 */
export function useDraft<Draft extends Comment>({ saved, ...options }: Options<Draft>) {
  const [store] = useState(
    () => (stores.get(options.key) as DraftStore<Draft> | undefined) ?? new DraftStore<Draft>(options),
  )
  const { draft, isSending, isSaved } = useSyncExternalStore(store.subscribe, store.read)
  const initial = saved ?? options.empty
  return {
    draft: draft ?? initial,
    change: (changed: Partial<Draft>) => store.change(changed, initial),
    /** Undefined when a send was in progress already. */
    send: <Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>) => store.send(post, initial),
    isSending,
    /** The server has this draft. */
    isSaved: isSaved || draft === undefined,
  }
}

type State<Draft> = {
  /** Undefined until something is written. */
  draft: Draft | undefined
  isSending: boolean
  isSaved: boolean
}

/** One draft. It goes on being saved and sent after its screen is unmounted. */
class DraftStore<Draft extends Comment> implements UnsavedDraft {
  readonly #options: Omit<Options<Draft>, 'saved'>
  readonly #author = owner
  #state: State<Draft> = { draft: undefined, isSending: false, isSaved: true }
  #attempt: { json: string; key: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: Omit<Options<Draft>, 'saved'>) {
    this.#options = options
  }

  readonly read = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    this.#retainOrRelease()
    if (!this.#state.isSaved) this.#scheduleSave()
    return () => {
      this.#listeners.delete(listener)
      this.#retainOrRelease()
      if (this.#listeners.size === 0) void this.#save()
    }
  }

  readonly isPending = () => !this.#state.isSaved || this.#state.isSending
  readonly save = () => this.#save()

  /** Merged into the current draft: two changes in one render both count. Ignored during a send. */
  change(changed: Partial<Draft>, initial: Draft) {
    if (this.#state.isSending) return
    this.#set({ draft: { ...(this.#state.draft ?? initial), ...changed }, isSaved: false })
    this.#scheduleSave()
  }

  async send<Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>, initial: Draft) {
    if (this.#state.isSending || this.#author !== owner) return undefined
    const draft = this.#state.draft ?? initial
    clearTimeout(this.#timer)
    const json = JSON.stringify(draft)
    if (this.#attempt?.json !== json) this.#attempt = { json, key: crypto.randomUUID() }
    this.#set({ draft, isSending: true })
    try {
      // An autosave that arrives after the comment would restore the draft.
      await this.#saving
      const answer = await post(draft, this.#attempt.key)
      this.#attempt = undefined
      this.#set({ draft: this.#options.empty, isSending: false, isSaved: true })
      return answer
    } finally {
      this.#set({ isSending: false })
      if (!this.#state.isSaved && this.#listeners.size > 0) this.#scheduleSave()
    }
  }

  #set(changed: Partial<State<Draft>>) {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
    this.#retainOrRelease()
  }

  #retainOrRelease() {
    if (this.#author !== owner) return
    const { draft, isSaved, isSending } = this.#state
    const isMore = draft !== undefined && this.#options.isMore?.(draft)
    const isDone = isSaved && !isSending && !this.#attempt && !isMore
    // With nothing pending the server's draft is the newest: another device may have changed it.
    if (isDone && this.#listeners.size === 0) stores.delete(this.#options.key)
    else stores.set(this.#options.key, this)
  }

  #scheduleSave() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), AUTOSAVE_DELAY_MS)
  }

  async #save() {
    clearTimeout(this.#timer)
    await this.#saving
    const { draft, isSaved, isSending } = this.#state
    const { save } = this.#options
    if (!save || !draft || isSaved || isSending || this.#saving || this.#author !== owner) return
    this.#saving = save(draft).then(
      () => this.#set({ isSaved: this.#state.draft === draft }),
      () => undefined,
    )
    await this.#saving
    this.#saving = undefined
  }
}
