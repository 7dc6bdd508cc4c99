// The draft in a ticket's composer: a comment, and the time that is logged with it.
import type { z } from 'zod'
import { joinedComment } from '#features/tickets/joined-comment.rules.ts'
import type { Draft, NewComment } from '#features/tickets/ticket-comments.contract.ts'
import type { WorkProposal } from '#features/time/time.contract.ts'
import type { FullSpan } from '#features/time/time.rules.ts'
import { type TimeKind, USUAL_KIND } from '#features/time/work-kinds.rules.ts'
import { isBlank } from '#shared/text.rules.ts'

export type TimeDraft = {
  /** '' until a length is chosen. */
  minutes: string
  kind: TimeKind
  /** Closed by the user, so not sent; opening it again restores the values. */
  isPutAway?: boolean
  /** Only for kinds of work that can be RUT. */
  isRut: boolean
  /** Where the server placed the work when the comment was sent; undefined if it had not responded. */
  proposal?: WorkProposal | undefined
  /** A previous attempt may have arrived: the span is fixed, so that a retry has the same content. */
  isTried?: true | undefined
  /** The times that the user typed, when the proposal needs them. */
  typed?: (Pick<FullSpan, 'workDate' | 'timeFrom' | 'timeTo'> & Partial<FullSpan>) | undefined
  /** Undefined until changed: the title of the ticket is then used. */
  description?: string
}

/** The server stores the comment, the device the time. `time` is undefined until the user opens it. */
export type CommentDraft = Draft & { time?: TimeDraft | undefined }

export const emptyDraft: CommentDraft = { comment: '', isInternal: false }
export const emptyTime: TimeDraft = { minutes: '', kind: USUAL_KIND, isRut: false }

/** The time to send. */
export const timeOf = ({ time }: CommentDraft) => (time?.isPutAway ? undefined : time)

/** The part that the server stores. */
export const savedPart = ({ comment, isInternal }: CommentDraft): Draft => ({ comment, isInternal })

export const commentOf = (draft: CommentDraft): z.input<typeof NewComment> => {
  const time = timeOf(draft)
  if (!time?.minutes) return savedPart(draft)
  const { minutes, kind, isRut, description } = time
  const span = spanOf(time)
  return {
    ...savedPart(draft),
    time: {
      minutes: Number(minutes),
      kind,
      isRut,
      ...(span !== undefined && { span }),
      ...(description !== undefined && { description }),
    },
  }
}

/** The span shown: null for an entry without clock times, undefined until the server has placed the work. */
function spanOf({ proposal, typed }: TimeDraft): FullSpan | null | undefined {
  if (!proposal?.needsTimes) return proposal?.span
  return typed?.timeFrom && typed.timeTo ? { fromIsFirst: false, toIsFirst: false, ...typed } : undefined
}

/**
 * The draft with another one added: internal if either text is, with the other's time if it has none of its own. Undefined when the
 * texts are too long for one comment.
 */
export function withAdded(draft: CommentDraft, { comment, isInternal, time }: CommentDraft): CommentDraft | undefined {
  const joined = joinedComment(draft.comment, comment)
  if (joined === undefined) return undefined
  return {
    comment: joined,
    isInternal: isInternal || (!isBlank(draft.comment) && draft.isInternal),
    // The server places the work anew.
    time: draft.time ?? (time && { ...time, proposal: undefined, isTried: undefined }),
  }
}
