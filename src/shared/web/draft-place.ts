// The state of a draft, and where its text is stored.
import type { DeviceDraft } from './device-drafts.ts'
import type { ServerDraft } from './draft-versions.ts'

export type Saving = { version: string; basedOn: string | null }

export type DraftOptions<Draft> = {
  /** The subject of the draft, like `ticket:${id}`. Also the React key of the component. */
  key: string
  empty: Draft
  /** Saves on the server; an empty text deletes the draft. Without it the draft stays on the device. */
  save?: (draft: Draft, saving: Saving) => Promise<ServerDraft<Draft>>
  /** Reads the server's draft. */
  load?: () => Promise<ServerDraft<Draft>>
  /** The server's draft, when a save failed because it would have replaced another version. */
  conflictOf?: (error: unknown) => ServerDraft<Draft> | undefined
  /** The part of the draft that the server stores; by default all of it. */
  savedPart?: (draft: Draft) => unknown
  /** Whether the draft has more than `save` stores: it then stays on the device until it is sent. */
  isMore?: (draft: Draft) => boolean
}

/** `tab`: only on the screen. `both`: the server has the part that it stores, the device the rest. */
export type DraftPlace = 'server' | 'device' | 'both' | 'tab'

export type OtherVersion<Draft> =
  | { from: 'server'; changedAt: number; draft: Draft; version: string }
  | { from: 'device'; changedAt: number; draft: Draft; record: DeviceDraft<Draft> }

export type DraftState<Draft> = {
  /** Undefined until something is written or restored. */
  draft: Draft | undefined
  isSending: boolean
  /** The server has the part of this draft that it stores. */
  isSaved: boolean
  isOnDevice: boolean
  place: DraftPlace
  other: OtherVersion<Draft> | undefined
}

export const initialState = {
  draft: undefined,
  isSending: false,
  isSaved: true,
  isOnDevice: false,
  place: 'server',
  other: undefined,
} satisfies DraftState<unknown>

/** Where the text of a draft is stored. */
export function placeOf<Draft>(
  { draft, isSaved, isOnDevice }: DraftState<Draft>,
  { save, isMore, empty }: DraftOptions<Draft>,
  isSame: (a: Draft, b: Draft) => boolean,
): DraftPlace {
  if (draft === undefined || (isSame(draft, empty) && isSaved)) return 'server'
  if (!save || !isSaved) return isOnDevice ? 'device' : 'tab'
  if (!isMore?.(draft)) return 'server'
  return isOnDevice ? 'both' : 'tab'
}
