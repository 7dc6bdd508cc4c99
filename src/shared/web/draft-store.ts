import { type DeviceDraft, readDevice, removeFromDevice, storeOnDevice } from './device-drafts.ts'
import { draftOwner, openDrafts, type UnsavedDraft } from './draft-owner.ts'
import { type DraftOptions, type DraftState, initialState, type OtherVersion, placeOf } from './draft-place.ts'
import { chooseVersion, type ServerDraft } from './draft-versions.ts'

const AUTOSAVE_DELAY_MS = 600
const RETRY_DELAY_MS = 10_000
/** The most versions that are remembered as replaced by a text. */
const VERSIONS_MAX = 30

/** One draft, which continues to be saved and sent after its screen is unmounted. */
export class DraftStore<Draft> implements UnsavedDraft {
  readonly #options: DraftOptions<Draft>
  readonly #author = draftOwner()
  readonly #listeners = new Set<() => void>()
  #state: DraftState<Draft> = initialState
  #attempt: DeviceDraft['attempt']
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  /** The record of this tab, and the records whose text it has taken over. */
  #recordId: string = crypto.randomUUID()
  #adopted: DeviceDraft<Draft>[] = []
  #changedAt = 0
  #hasTyped = false
  /** The versions that the text replaces or has tried to save, newest last. */
  #versions: string[] = []
  #basedOn: string | null = null

  constructor(options: DraftOptions<Draft>) {
    this.#options = options
    void this.#restore()
  }

  readonly read = () => this.#state
  readonly isPending = () => !this.#state.isSaved || this.#state.isSending || this.#hasMore()
  readonly save = () => this.#save()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    this.#retainOrRelease()
    if (!this.#state.isSaved) this.#scheduleSave(AUTOSAVE_DELAY_MS)
    return () => {
      this.#listeners.delete(listener)
      this.#retainOrRelease()
      if (this.#listeners.size === 0) void this.#save()
    }
  }

  /** Merges a change into the current draft, so that two changes in one render both count. Ignored during a send. */
  change(changed: Partial<Draft>, initial: Draft) {
    if (this.#state.isSending) return
    const draft = { ...(this.#state.draft ?? initial), ...changed }
    this.#hasTyped = true
    this.#changedAt = Date.now()
    const isSaved = !this.#options.save && this.#isSame(draft, this.#options.empty)
    this.#set({ draft, isSaved, isOnDevice: false })
    void this.#storeOnDevice()
    this.#scheduleSave(AUTOSAVE_DELAY_MS)
  }

  /** Shows the server's version when nothing is unsaved here; otherwise shows the newer version and offers the other. */
  receive(server: ServerDraft<Draft>) {
    if (server.version === null || server.savedAt === null || this.#state.isSending) return
    if (this.#versions.includes(server.version)) return
    const { draft, isSaved, other } = this.#state
    if (draft === undefined || isSaved) {
      this.#follow(server.version)
      if (draft !== undefined && !this.#hasMore()) this.#set({ draft: server.draft })
      return
    }
    const mine = { draft, changedAt: this.#changedAt, versions: this.#versions }
    const { shown, isOtherOffered } = chooseVersion(mine, server, this.#isSame)
    if (!isOtherOffered) {
      this.#follow(server.version)
      return this.#scheduleSave(0)
    }
    if (other?.from === 'server' && other.version === server.version) return
    const changedAt = Date.parse(server.savedAt)
    this.#set({ other: { from: 'server', changedAt, draft: server.draft, version: server.version } })
    if (shown === 'server' && !this.#hasTyped) this.showOther(draft)
  }

  /** After a comment, perhaps from another tab: a draft that is gone from the server is neither offered nor shown. */
  async recheck() {
    await this.#saving
    const before = this.#state
    const isOffered = before.other?.from === 'server'
    const isShown = before.isSaved && this.#basedOn !== null && !this.#hasMore()
    if (before.isSending || !(isOffered || isShown)) return
    const server = await this.#options.load?.().catch(() => undefined)
    const { other, isSending } = this.#state
    if (!server || isSending || (isOffered ? other !== before.other : this.#state !== before)) return
    if (server.version !== null) return isOffered && this.receive(server)
    this.#basedOn = null
    this.#set(isOffered ? { other: undefined } : { draft: this.#options.empty })
    this.#scheduleSave(0)
  }

  /** Shows the other version, and offers the one that was shown. */
  showOther(initial: Draft) {
    const { other, isSending } = this.#state
    if (!other || isSending) return
    const mine = this.#asOther(initial)
    if (mine?.from === 'device') this.#recordId = crypto.randomUUID()
    this.#changedAt = other.changedAt
    this.#adopted = other.from === 'device' ? [other.record] : []
    if (other.from === 'server') this.#follow(other.version)
    else this.#versions = other.record.versions
    const isSaved = other.from === 'server'
    this.#set({ draft: other.draft, isSaved, isOnDevice: !isSaved, other: mine })
    if (!isSaved) this.#scheduleSave(AUTOSAVE_DELAY_MS)
  }

  /** Discards the other version: this text replaces it on the server, or it is removed from the device. */
  removeOther() {
    const { other } = this.#state
    if (other?.from === 'server') this.#follow(other.version)
    if (other?.from === 'device') this.#removeRecord(other.record)
    this.#set({ other: undefined })
    void this.#offerNextRecord()
    if (!this.#state.isSaved) this.#scheduleSave(0)
  }

  async send<Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>, initial: Draft) {
    if (this.#state.isSending || !this.#isOwned()) return undefined
    const draft = this.#state.draft ?? initial
    clearTimeout(this.#timer)
    const json = JSON.stringify(draft)
    if (this.#attempt?.json !== json) this.#attempt = { json, key: crypto.randomUUID() }
    this.#set({ draft, isSending: true })
    try {
      await this.#storeOnDevice()
      await this.#storeOther()
      // An autosave that arrives after the comment would restore the draft.
      await this.#saving
      const answer = await post(draft, this.#attempt.key)
      this.#attempt = undefined
      this.#removeRecords()
      this.#basedOn = null
      this.#hasTyped = false
      this.#set({ draft: this.#options.empty, isSending: false, isSaved: true, isOnDevice: false })
      return answer
    } finally {
      this.#set({ isSending: false })
      if (!this.#state.isSaved && this.#listeners.size > 0) this.#scheduleSave(AUTOSAVE_DELAY_MS)
    }
  }

  readonly #isOwned = () => this.#author !== undefined && this.#author === draftOwner()
  readonly #savedPart = (draft: Draft) => this.#options.savedPart?.(draft) ?? draft
  readonly #isSame = (a: Draft, b: Draft) => JSON.stringify(this.#savedPart(a)) === JSON.stringify(this.#savedPart(b))
  readonly #hasMore = () => this.#state.draft !== undefined && this.#options.isMore?.(this.#state.draft) === true

  #follow(version: string) {
    this.#versions = [...this.#versions.filter((known) => known !== version), version]
    this.#basedOn = version
  }

  #set(changed: Partial<DraftState<Draft>>) {
    const state = { ...this.#state, ...changed }
    this.#state = { ...state, place: placeOf(state, this.#options, this.#isSame) }
    for (const listener of this.#listeners) listener()
    this.#retainOrRelease()
  }

  #retainOrRelease() {
    // Without a login nothing is stored, but the draft still exists until it is sent.
    if (this.#author !== draftOwner()) return
    const isDone = !this.isPending() && !this.#attempt
    // With nothing pending the server's draft is the newest, as another device may have changed it.
    if (isDone && this.#listeners.size === 0) openDrafts.delete(this.#options.key)
    else openDrafts.set(this.#options.key, this)
  }

  /** Takes over the text that a closed tab left on the device, or offers it if something was typed meanwhile. */
  async #restore() {
    if (this.#author === undefined) return
    const [newest] = await readDevice<Draft>(this.#author, this.#options.key)
    if (!newest || !this.#isOwned() || newest.id === this.#recordId) return
    if (this.#hasTyped || this.#state.isSending) return this.#offerNextRecord()
    const known = this.#basedOn
    this.#adopted = [newest]
    this.#attempt = newest.attempt
    this.#changedAt = newest.changedAt
    this.#versions = newest.versions
    this.#basedOn = known !== null && newest.versions.includes(known) ? known : (newest.versions.at(-1) ?? null)
    this.#set({ draft: newest.draft, isSaved: false, isOnDevice: true })
    // If the server has a version that this text does not replace, the save reports a conflict.
    this.#scheduleSave(0)
    await this.#offerNextRecord()
  }

  async #offerNextRecord() {
    if (this.#author === undefined) return
    const own = new Set([this.#recordId, ...this.#adopted.map(({ id }) => id)])
    const records = await readDevice<Draft>(this.#author, this.#options.key)
    const shown = this.#state.draft ?? this.#options.empty
    const record = records.find(({ id, draft }) => !own.has(id) && JSON.stringify(draft) !== JSON.stringify(shown))
    if (!record || this.#state.other || !this.#isOwned()) return
    this.#set({ other: { from: 'device', changedAt: record.changedAt, draft: record.draft, record } })
  }

  #record(draft: Draft): DeviceDraft<Draft> {
    const [id, changedAt, versions, attempt] = [this.#recordId, this.#changedAt, this.#versions, this.#attempt]
    return { id, draft, changedAt, versions, attempt }
  }

  async #storeOnDevice() {
    const { draft } = this.#state
    if (draft === undefined || this.#author === undefined || !this.#isOwned()) return
    if (this.#isSame(draft, this.#options.empty) && !this.#hasMore()) return this.#removeRecords()
    const isStored = await storeOnDevice(this.#author, this.#options.key, this.#record(draft))
    if (this.#state.draft === draft) this.#set({ isOnDevice: isStored })
  }

  #removeRecord(record: { id: string; changedAt?: number }) {
    if (this.#author !== undefined) void removeFromDevice(this.#author, this.#options.key, record)
  }

  #removeRecords() {
    this.#removeRecord({ id: this.#recordId })
    for (const record of this.#adopted) this.#removeRecord(record)
    this.#adopted = []
  }

  /** The shown text as the version to offer when the other is shown. */
  #asOther(initial: Draft): OtherVersion<Draft> | undefined {
    const { draft = initial, isSaved } = this.#state
    if (this.#isSame(draft, this.#options.empty) && !this.#hasMore()) return undefined
    if (isSaved && !this.#hasMore() && this.#basedOn !== null)
      return { from: 'server', changedAt: this.#changedAt || Date.now(), draft, version: this.#basedOn }
    const record = this.#record(draft)
    void this.#replaceAdopted(record, this.#adopted)
    return { from: 'device', changedAt: this.#changedAt, draft, record }
  }

  /** Stores the text, and then removes the records that it was taken over from. */
  async #replaceAdopted(record: DeviceDraft<Draft>, adopted: readonly DeviceDraft<Draft>[]) {
    if (this.#author === undefined || !(await storeOnDevice(this.#author, this.#options.key, record))) return
    for (const old of adopted) this.#removeRecord(old)
  }

  /** Sending deletes the server's draft, so another version of it is first stored on the device. */
  async #storeOther() {
    const { other } = this.#state
    if (other?.from !== 'server' || this.#author === undefined) return
    const { draft, changedAt } = other
    const record: DeviceDraft<Draft> = { id: crypto.randomUUID(), draft, changedAt, versions: [] }
    await storeOnDevice(this.#author, this.#options.key, record)
    this.#set({ other: { from: 'device', draft, changedAt, record } })
  }

  #scheduleSave(delayMs: number) {
    clearTimeout(this.#timer)
    if (this.#options.save) this.#timer = setTimeout(() => void this.#save(), delayMs)
  }

  async #save() {
    clearTimeout(this.#timer)
    await this.#saving
    const { draft, isSaved, isSending, other } = this.#state
    if (!this.#options.save || draft === undefined || isSaved || isSending || this.#saving || !this.#isOwned()) return
    // Saving would replace a version that the person has not seen.
    if (other?.from === 'server') return
    this.#saving = this.#saveNow(draft, this.#options.save)
    await this.#saving
    this.#saving = undefined
  }

  async #saveNow(draft: Draft, save: NonNullable<DraftOptions<Draft>['save']>) {
    const version = crypto.randomUUID()
    const basedOn = this.#basedOn
    this.#versions = [...this.#versions, version].slice(-VERSIONS_MAX)
    try {
      const saved = await save(draft, { version, basedOn })
      if (saved.version !== null) this.#follow(saved.version)
      else this.#basedOn = null
      if (this.#state.draft !== draft) return
      this.#set({ isSaved: true })
      if (this.#hasMore()) await this.#storeOnDevice()
      else this.#removeRecords()
    } catch (error) {
      const current = this.#options.conflictOf?.(error)
      if (!current) return this.#scheduleSave(RETRY_DELAY_MS)
      if (current.version === null) {
        // Another tab has sent that draft: this text becomes a new draft.
        this.#basedOn = null
        return this.#scheduleSave(basedOn === null ? RETRY_DELAY_MS : 0)
      }
      if (this.#versions.includes(current.version)) {
        this.#follow(current.version)
        return this.#scheduleSave(0)
      }
      this.receive(current)
    }
  }
}
