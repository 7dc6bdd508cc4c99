// The state of a draft, and where its text is.
import type { DeviceDraft } from './device-drafts.ts'
import type { ServerDraft } from './draft-versions.ts'

export type Saving = { version: string; basedOn: string | null }

export type DraftOptions<Draft> = {
  /** What the draft is about, like `ticket:${id}`. Also the React key of the component. */
  key: string
  empty: Draft
  /** Saves on the server; an empty text deletes the draft. Without it the draft stays on the device. */
  save?: (draft: Draft, saving: Saving) => Promise<ServerDraft<Draft>>
  /** The server's draft, when the error of a save is that the save would replace another version. */
  conflictOf?: (error: unknown) => ServerDraft<Draft> | undefined
  /** What the server stores of the draft; the whole of it when left out. */
  savedPart?: (draft: Draft) => unknown
  /** Whether the draft has more than `save` saves: it then stays on the device until it is sent. */
  isMore?: (draft: Draft) => boolean
}

/** `tab`: nowhere but on the screen. `both`: the server has what it stores, the device the rest. */
export type DraftPlace = 'server' | 'device' | 'both' | 'tab'

export type OtherVersion<Draft> =
  | { from: 'server'; changedAt: number; draft: Draft; version: string }
  | { from: 'device'; changedAt: number; draft: Draft; record: DeviceDraft<Draft> }

export type DraftState<Draft> = {
  /** Undefined until something is written or restored. */
  draft: Draft | undefined
  isSending: boolean
  /** The server has what it stores of this draft. */
  isSaved: boolean
  isOnDevice: boolean
  place: DraftPlace
  other: OtherVersion<Draft> | undefined
}

/** Where the text of a draft is. */
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
