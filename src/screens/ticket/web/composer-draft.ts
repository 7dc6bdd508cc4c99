// What stands in the composer of a ticket: a comment, and the time that is logged with it.
import type { z } from 'zod'
import type { Draft, NewComment } from '#features/tickets/tickets.contract.ts'
import type { WorkProposal } from '#features/time/time.contract.ts'
import type { FullSpan } from '#features/time/time.rules.ts'
import { type TimeKind, USUAL_KIND } from '#features/time/work-kinds.rules.ts'

export type TimeDraft = {
  /** '' until a length is chosen. */
  minutes: string
  kind: TimeKind
  /** Not sent, but there again when it is asked for again. */
  isPutAway?: boolean
  /** Only of work that can be. */
  isRut: boolean
  /** Where the server placed the work when it was sent; undefined when it had not answered. */
  proposal?: WorkProposal | undefined
  /** Was sent so, and may have arrived: the span stays, so that sending again is the same answer. */
  isTried?: true | undefined
  /** From and to that were asked for. */
  typed?: (Pick<FullSpan, 'workDate' | 'timeFrom' | 'timeTo'> & Partial<FullSpan>) | undefined
  /** Undefined until it is changed: then it is the title of the ticket. */
  description?: string
}

/** The server keeps the comment; the device the time. `time` is undefined until it is asked for. */
export type CommentDraft = Draft & { time?: TimeDraft | undefined }

export const emptyDraft: CommentDraft = { comment: '', isInternal: false }
export const emptyTime: TimeDraft = { minutes: '', kind: USUAL_KIND, isRut: false }

/** The time that is sent. */
export const timeOf = ({ time }: CommentDraft) => (time?.isPutAway ? undefined : time)

/** The part that the server keeps. */
export const savedPart = ({ comment, isInternal }: CommentDraft): Draft => ({ comment, isInternal })

/** What is sent. */
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

/** The span that is shown; null of a row without clock times, undefined until the server has placed the work. */
function spanOf({ proposal, typed }: TimeDraft): FullSpan | null | undefined {
  if (!proposal?.needsTimes) return proposal?.span
  return typed?.timeFrom && typed.timeTo ? { fromIsFirst: false, toIsFirst: false, ...typed } : undefined
}
