// Files that are uploaded while a text is being written. Like its draft they remain in this tab; the text is sent once they have
// arrived.
import { useState } from 'react'
import { isBlank } from '#shared/text.rules.ts'
import { CallError } from '#shared/web/call.ts'
import { deviceOfRequest } from '#shared/web/device.ts'
import { draftOwner, watchUnsaved } from '#shared/web/draft-owner.ts'
import { messageOf } from '#shared/web/forms.ts'
import { useStore } from '#shared/web/store.ts'
import { ATTACHED_FILES_MAX, ONLY_FILES, TOO_MANY_FILES } from '../files.contract.ts'
import { removeUploaded, uploadFile } from './files.api.ts'

export type Attachment = {
  key: number
  file: File
  /** Between 0 and 1; 1 while the server processes it. */
  progress: number
  /** The id, once it has arrived. */
  id?: string
  problem?: string
  /** False when the file itself is at fault, so that a retry cannot help. */
  canRetry?: boolean
}

type State = { items: readonly Attachment[]; refusal: string | undefined }

/** The files of one text. */
export class Attachments {
  #state: State = { items: [], refusal: undefined }
  #lastKey = 0
  readonly #running = new Map<number, { stop: AbortController; done: Promise<void> }>()
  readonly #listeners = new Set<() => void>()

  readonly read = () => this.#state
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly add = (chosen: Iterable<File>) => {
    const room = ATTACHED_FILES_MAX - this.#state.items.length
    const files = [...chosen]
    this.#set({ refusal: files.length > room ? TOO_MANY_FILES : undefined })
    for (const file of files.slice(0, room)) {
      const key = ++this.#lastKey
      this.#set({ items: [...this.#state.items, { key, file, progress: 0 }] })
      this.#send(key, file)
    }
  }

  readonly remove = (key: number) => {
    this.#running.get(key)?.stop.abort()
    const removed = this.#state.items.find((item) => item.key === key)
    if (removed?.id) void removeUploaded(removed.id)
    this.#set({ items: this.#state.items.filter((item) => item.key !== key), refusal: undefined })
  }

  readonly retry = (key: number) => {
    const item = this.#state.items.find((failed) => failed.key === key)
    if (!item) return
    this.#put(key, { key, file: item.file, progress: 0 })
    this.#send(key, item.file)
  }

  /** Removes the files that were attached, without deleting them. */
  readonly clear = (ids: readonly string[]) =>
    this.#set({
      items: this.#state.items.filter(({ id }) => id === undefined || !ids.includes(id)),
      refusal: undefined,
    })

  /** Removes and deletes all files. */
  readonly discard = () => {
    for (const { key } of this.#state.items) this.remove(key)
  }

  /** Waits for uploads in progress, and returns the ids in the order the files were chosen. Throws when one failed. */
  readonly arrived = async (): Promise<string[]> => {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
    const ids = this.#state.items.map(({ id }) => id)
    if (ids.includes(undefined)) throw new CallError(0, { code: 'unsent', message: UNSENT })
    return ids.filter((id) => id !== undefined)
  }

  /**
   * Posts a text with the files once they have arrived, and then removes them. Files without a text are sent with `ONLY_FILES`.
   * `key` is the Idempotency-Key of the text.
   */
  readonly sendWith = async <Answer>(
    { text, key }: { text: string; key: string },
    post: (sent: { text: string; fileIds: string[]; idempotencyKey: string }) => Promise<Answer>,
  ): Promise<Answer> => {
    const fileIds = await this.arrived()
    const words = isBlank(text) ? ONLY_FILES : text
    const answer = await post({ text: words, fileIds, idempotencyKey: keyWithFiles(key, fileIds) })
    this.clear(fileIds)
    return answer
  }

  #send(key: number, file: File) {
    const stop = new AbortController()
    const onProgress = (progress: number) => this.#put(key, { key, file, progress })
    const done = uploadFile(file, 'attachment', { signal: stop.signal, onProgress })
      .then(
        ({ id }) => (stop.signal.aborted ? void removeUploaded(id) : this.#put(key, { key, file, progress: 1, id })),
        (error: unknown) => {
          if (!stop.signal.aborted) this.#put(key, { key, file, progress: 0, ...problemOf(error) })
        },
      )
      .finally(() => this.#running.delete(key))
    this.#running.set(key, { stop, done })
  }

  #put(key: number, changed: Attachment) {
    this.#set({ items: this.#state.items.map((item) => (item.key === key ? changed : item)) })
  }

  #set(changed: Partial<State>) {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

const UNSENT = 'En fil är inte skickad. Försök med den igen eller ta bort den.'

function problemOf(error: unknown) {
  const isRefused = error instanceof CallError && error.fields.file !== undefined
  return { problem: isRefused ? (error.fields.file ?? error.message) : messageOf(error), canRetry: !isRefused }
}

const stored = new Map<string, Attachments>()
let storedFor: string | undefined
watchUnsaved(
  () => storedFor === draftOwner() && [...stored.values()].some((attachments) => attachments.read().items.length > 0),
)

function attachmentsOf(key: string): Attachments {
  // The server draws for everybody, and nothing is attached there.
  if (deviceOfRequest()) return new Attachments()
  // Another user must never see them.
  if (storedFor !== draftOwner()) stored.clear()
  storedFor = draftOwner()
  const attachments = stored.get(key) ?? new Attachments()
  stored.set(key, attachments)
  return attachments
}

/** The Idempotency-Key of a text with files: its attachments are part of the request. */
const keyWithFiles = (key: string, ids: readonly string[]): string =>
  ids.length === 0
    ? key
    : `${key}-${ids.reduce((mixed, id) => mixed ^ Number.parseInt(id.slice(-7), 16), 0).toString(16)}`

/** The files of the text with this key, which remain when its screen is closed and reopened in this tab. */
export function useAttachments(key: string) {
  const [attachments] = useState(() => attachmentsOf(key))
  const { items, refusal } = useStore(attachments.subscribe, attachments.read)
  const { add, remove, retry, clear, discard, arrived, sendWith } = attachments
  return { items, refusal, add, remove, retry, clear, discard, arrived, sendWith }
}
export type UsedAttachments = ReturnType<typeof useAttachments>
