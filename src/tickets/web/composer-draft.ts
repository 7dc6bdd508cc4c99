// What stands in the composer of a ticket: a comment, and the time that is logged with it.
import type { z } from 'zod'
import type { Draft, NewComment } from '../tickets.contract.ts'

export type TimeDraft = {
  /** '' until a length is chosen. */
  minutes: string
  isOnSite: boolean
  /** Only of work on site. */
  isRut: boolean
  /** Undefined until it is changed: then it is the title of the ticket. */
  description?: string
}

/** The server keeps the comment; the device the time. `time` is undefined until it is asked for. */
export type CommentDraft = Draft & { time?: TimeDraft | undefined }

export const emptyDraft: CommentDraft = { comment: '', isInternal: false }
export const emptyTime: TimeDraft = { minutes: '', isOnSite: false, isRut: false }

/** The part that the server keeps. */
export const savedPart = ({ comment, isInternal }: CommentDraft): Draft => ({ comment, isInternal })

/** What is sent. */
export const commentOf = (draft: CommentDraft): z.input<typeof NewComment> => {
  const { time } = draft
  if (!time?.minutes) return savedPart(draft)
  const { minutes, isOnSite, isRut, description } = time
  return {
    ...savedPart(draft),
    time: {
      minutes: Number(minutes),
      kind: isOnSite ? 'onsite' : 'remote',
      isRut,
      ...(description !== undefined && { description }),
    },
  }
}
