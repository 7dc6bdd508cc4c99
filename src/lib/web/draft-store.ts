// One draft: what is written, whether the server has it, and the copy on this device while it does not.
import { CallError } from './call.ts'
import { removeDeviceDraft, writeDeviceDraft } from './device-drafts.ts'
import { draftOwner, onAnotherOwner, takeDeviceDraft } from './draft-owner.ts'
import { chooseVersion, type Version } from './draft-versions.ts'

const AUTOSAVE_DELAY_MS = 600
const RETRY_MS = { first: 5_000, last: 60_000 }

type Comment = { comment: string }

export type DraftOptions<Draft> = {
  /** What the draft is about, like `ticket:${id}`. Also the React key of the component. */
  key: string
  empty: Draft
  /** Saves on the server; `''` as the comment deletes the draft. Without it the draft stays on this device. */
  save?: (draft: Draft) => Promise<unknown>
  /** Whether the draft has more than `save` saves: that stays on this device until it is sent. */
  isMore?: (draft: Draft) => boolean
}

type State<Draft> = {
  /** Undefined until something is written or found on this device. */
  draft: Draft | undefined
  isSending: boolean
  /** The server has the draft. */
  isSaved: boolean
  /** This device has it. */
  isOnDevice: boolean
  /** The last attempt to save it on the server failed. */
  hasFailed: boolean
  /** Another version of it, which is offered. */
  other: Version<Draft> | undefined
}

/** What is kept on the device. */
type Kept<Draft> = { draft?: Draft; other?: Version<Draft> }

type Unsaved = { isPending: () => boolean; save: () => Promise<void> }

const stores = new Map<string, Unsaved>()
onAnotherOwner(() => {
  stores.clear()
  updateUnloadPrompt()
})

const others: (() => boolean)[] = []
/** Something else that would be lost with the tab, as long as the function returns true. */
export const watchUnsaved = (isPending: () => boolean) => void others.push(isPending)

/** Whether a draft in this tab is not saved, or is being sent. */
export const hasUnsavedDrafts = () =>
  [...stores.values()].some(({ isPending }) => isPending()) || others.some((isPending) => isPending())

/** Saves the drafts that have changed; one that cannot be saved stays unsaved. */
export const saveDrafts = () => Promise.all([...stores.values()].map(({ save }) => save()))

/** The store of a draft, which goes on being saved and sent after its screen is unmounted. */
export const draftStore = <Draft extends Comment>(options: DraftOptions<Draft>): DraftStore<Draft> =>
  (stores.get(options.key) as DraftStore<Draft> | undefined) ?? new DraftStore<Draft>(options)

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** The browser asks before a tab with unsaved drafts is closed or loaded again. */
function updateUnloadPrompt() {
  if ([...stores.values()].some(({ isPending }) => isPending())) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

class DraftStore<Draft extends Comment> implements Unsaved {
  readonly #options: DraftOptions<Draft>
  readonly #author = draftOwner()
  #state: State<Draft> = {
    draft: undefined,
    isSending: false,
    isSaved: true,
    isOnDevice: false,
    hasFailed: false,
    other: undefined,
  }
  #attempt: { json: string; key: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryMs = RETRY_MS.first
  #saving: Promise<void> | undefined
  /** Resolves when the device's draft has been looked for. */
  readonly #found: Promise<void>
  #willWrite = false
  /** The device's draft, until the server's is known: then the newer is shown. */
  #ofDevice: Version<Draft> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: DraftOptions<Draft>) {
    this.#options = options
    this.#found = this.#lookOnDevice()
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

  readonly isPending = () => {
    const { isSaved, isSending, isOnDevice } = this.#state
    return isSending || (!isSaved && !(this.#options.save === undefined && isOnDevice))
  }
  readonly save = () => this.#save()

  /** Merged into the current draft: two changes in one render both count. Ignored during a send. */
  change(changed: Partial<Draft>, initial: Draft) {
    if (this.#state.isSending) return
    this.#set({ draft: { ...(this.#state.draft ?? initial), ...changed }, isSaved: false, isOnDevice: false })
    this.#keepOnDevice()
    this.#scheduleSave()
  }

  /** The server's draft has been fetched. */
  async compare(saved: Draft, savedAt: number) {
    await this.#found
    const device = this.#ofDevice
    this.#ofDevice = undefined
    if (!device || this.#author !== draftOwner()) return
    const { shown, other } = chooseVersion(device, { draft: saved, at: savedAt })
    const { draft } = this.#state
    // What has been written meanwhile is what is shown.
    if (shown === 'server' && draft === device.draft) this.#set({ draft: undefined, isSaved: true })
    if (other) this.#set({ other: draft === device.draft ? other : { draft: saved, at: savedAt } })
    this.#keepOnDevice()
    this.#scheduleSave()
  }

  /** Shows the version that is offered; the one that was shown is offered instead. */
  swap(initial: Draft) {
    const { other, isSending } = this.#state
    if (!other || isSending) return
    const shown = this.#state.draft ?? initial
    this.#set({
      draft: other.draft,
      other: shown.comment === '' ? undefined : { draft: shown, at: Date.now() },
      isSaved: false,
      isOnDevice: false,
    })
    this.#keepOnDevice()
    this.#scheduleSave()
  }

  dismissOther() {
    this.#set({ other: undefined })
    this.#keepOnDevice()
  }

  async send<Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>, initial: Draft) {
    if (this.#state.isSending || this.#author !== draftOwner()) return undefined
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
      this.#keepOnDevice()
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
    if (this.#author !== draftOwner()) return
    const isDone =
      this.#state.isSaved && !this.#state.isSending && !this.#attempt && !this.#isMore() && !this.#state.other
    // With nothing pending the server's draft is the newest: another device may have changed it.
    if (isDone && this.#listeners.size === 0) stores.delete(this.#options.key)
    else stores.set(this.#options.key, this)
    updateUnloadPrompt()
  }

  #isMore() {
    const { draft } = this.#state
    return draft !== undefined && this.#options.isMore?.(draft) === true
  }

  async #lookOnDevice() {
    const found = await takeDeviceDraft(this.#options.key)
    if (!found || this.#author !== draftOwner()) return
    const { draft, other } = found.value as Kept<Draft>
    if (other) this.#set({ other })
    if (draft === undefined) return
    const version = { draft, at: found.writtenAt }
    // Something was written before the device answered: what it has is offered.
    if (this.#state.draft !== undefined) return this.#set({ other: version })
    this.#set({ draft, isSaved: false, isOnDevice: true })
    if (this.#options.save) this.#ofDevice = version
  }

  /** Writes what the server does not have, or removes what it has: the state at the end of several changes. */
  #keepOnDevice() {
    if (this.#willWrite) return
    this.#willWrite = true
    void this.#found.then(async () => {
      this.#willWrite = false
      const author = this.#author
      if (author === undefined || author !== draftOwner()) return
      const { draft, isSaved, other } = this.#state
      const { key } = this.#options
      const isUnsaved = draft !== undefined && (!isSaved || this.#isMore())
      if (!isUnsaved && !other) return removeDeviceDraft(author, key)
      const value: Kept<Draft> = { ...(isUnsaved && { draft }), ...(other && { other }) }
      const isOnDevice = await writeDeviceDraft(author, key, { value, writtenAt: Date.now() })
      if (this.#state.draft === draft) this.#set({ isOnDevice })
    })
  }

  #scheduleSave(afterMs = AUTOSAVE_DELAY_MS) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), afterMs)
  }

  async #save() {
    clearTimeout(this.#timer)
    await this.#saving
    const { draft, isSaved, isSending } = this.#state
    const { save } = this.#options
    if (!save || !draft || isSaved || isSending || this.#saving || this.#author !== draftOwner()) return
    // The server may have a newer one, which is not to be overwritten unseen.
    if (this.#ofDevice) return
    this.#saving = save(draft).then(
      () => {
        this.#retryMs = RETRY_MS.first
        this.#set({ isSaved: this.#state.draft === draft, hasFailed: false })
        this.#keepOnDevice()
      },
      (error: unknown) => {
        this.#set({ hasFailed: true })
        // A refusal of the text or the ticket does not go by itself.
        if (error instanceof CallError && error.status >= 400 && error.status < 429) return
        this.#scheduleSave(this.#retryMs)
        this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.last)
      },
    )
    await this.#saving
    this.#saving = undefined
  }
}
