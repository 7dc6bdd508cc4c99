// What a person writes and has not sent: on the screen, saved as a draft on the server, and in this tab's memory when
// neither could take it (the session ended, the connection was lost). Never in the browser's storage.
import { useState, useSyncExternalStore } from 'react'
import { painted } from './after-paint.ts'
import { discardFormSnapshots } from './form-recovery.ts'

const PAUSE_MS = 600

type Written = { comment: string }
type Save<Draft> = (draft: Draft) => Promise<unknown>

const texts = new Map<string, unknown>()
let owner: string | undefined

/** Says who is signed in. What somebody else had not sent is forgotten, and is never saved or sent by the new person. */
export function setDraftOwner(userId: string) {
  if (owner === userId) return
  owner = userId
  texts.clear()
  discardFormSnapshots()
}

type Options<Draft> = {
  /** What the text is about, like `ticket:${id}`. The component wants it as its React key too. */
  key: string
  empty: Draft
  /** The draft that the server has; undefined until it is known. Fetched anew each time the screen opens. */
  saved: Draft | undefined
  /** Saves a draft on the server; `''` as its comment removes it. Without it the text lives in this tab alone. */
  save?: Save<Draft>
}

/**
 * The text of a composer. It is saved 600 ms after the typing stops and when the screen is left; what could not be saved or
 * sent is there again when the same person comes back. `send` posts what is written with an Idempotency-Key that stays
 * while the same thing is tried again, also after a new sign-in; on success the composer is empty, on failure it throws
 * and everything stays. The server removes the draft when it takes the comment.
 */
export function useDraft<Draft extends Written>({ key, empty, saved, save }: Options<Draft>) {
  const [text] = useState(
    () => (texts.get(key) as UnsentText<Draft> | undefined) ?? new UnsentText({ key, empty, ...(save && { save }) }),
  )
  const { draft, isSending, isSaved } = useSyncExternalStore(text.subscribe, text.read)
  const shown = draft ?? saved ?? empty
  return {
    draft: shown,
    change: text.change,
    /** Undefined when it was being sent already. */
    send: <Answer>(post: (draft: Draft, idempotencyKey: string) => Promise<Answer>) => text.send(shown, post),
    isSending,
    /** The server has what is on the screen as a draft. */
    isSaved: isSaved || draft === undefined,
  }
}

type State<Draft> = {
  /** Undefined until something is written. */
  draft: Draft | undefined
  isSending: boolean
  isSaved: boolean
}

/** One text, which goes on being saved and sent when its screen has gone. */
class UnsentText<Draft extends Written> {
  readonly #given: Pick<Options<Draft>, 'key' | 'empty' | 'save'>
  readonly #author = owner
  #state: State<Draft> = { draft: undefined, isSending: false, isSaved: true }
  /** From the press on; the screen is told of it, as `isSending`, after the paint that answers the press. */
  #isAsked = false
  #attempt: { what: string; key: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(given: Pick<Options<Draft>, 'key' | 'empty' | 'save'>) {
    this.#given = given
  }

  readonly read = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    this.#keepOrForget()
    if (!this.#state.isSaved) this.#saveSoon()
    return () => {
      this.#listeners.delete(listener)
      this.#keepOrForget()
      if (this.#listeners.size === 0) void this.#save()
    }
  }

  readonly change = (draft: Draft) => {
    // What was pressed is what is sent, to whom it said.
    if (this.#isAsked) return
    this.#put({ draft, isSaved: false })
    this.#saveSoon()
  }

  async send<Answer>(draft: Draft, post: (draft: Draft, idempotencyKey: string) => Promise<Answer>) {
    if (this.#isAsked || this.#author !== owner) return undefined
    this.#isAsked = true
    clearTimeout(this.#timer)
    const what = JSON.stringify(draft)
    if (this.#attempt?.what !== what) this.#attempt = { what, key: crypto.randomUUID() }
    try {
      await painted()
      this.#put({ draft, isSending: true })
      // A save that arrives after the comment would bring the draft back.
      await this.#saving
      const answer = await post(draft, this.#attempt.key)
      this.#attempt = undefined
      this.#put({ draft: this.#given.empty, isSaved: true })
      return answer
    } finally {
      this.#isAsked = false
      this.#put({ isSending: false })
      if (!this.#state.isSaved && this.#listeners.size > 0) this.#saveSoon()
    }
  }

  #put(changed: Partial<State<Draft>>) {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
    this.#keepOrForget()
  }

  #keepOrForget() {
    if (this.#author !== owner) return
    const isDone = this.#state.isSaved && !this.#isAsked && !this.#attempt
    // Once the server has it, the server knows best: another device may write on.
    if (isDone && this.#listeners.size === 0) texts.delete(this.#given.key)
    else texts.set(this.#given.key, this)
  }

  #saveSoon() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), PAUSE_MS)
  }

  async #save() {
    clearTimeout(this.#timer)
    await this.#saving
    const { draft, isSaved } = this.#state
    const { save } = this.#given
    if (!save || !draft || isSaved || this.#isAsked || this.#saving || this.#author !== owner) return
    this.#saving = save(draft).then(
      () => this.#put({ isSaved: this.#state.draft === draft }),
      () => undefined,
    )
    await this.#saving
    this.#saving = undefined
  }
}
