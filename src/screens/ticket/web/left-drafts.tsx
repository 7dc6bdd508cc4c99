// Drafts that the user began on tickets that were then merged: they stay there, and are taken over in the survivor.
import { useQuery } from '@tanstack/react-query'
import type { MergedTicket } from '#features/tickets/merged-tickets.contract.ts'
import { leftDraftQuery } from '#features/tickets/web/merging.api.ts'
import { isBlank } from '#shared/text.rules.ts'
import { LeftDraft } from '#shared/ui/left-draft.tsx'
import { useCommentDraft } from './comment-draft.ts'
import { type CommentDraft, emptyDraft, withAdded } from './composer-draft.ts'

/** The user's draft in a merged ticket, from the server and the device. */
export function useLeftDraft(ticketId: string) {
  const { data: saved } = useQuery(leftDraftQuery(ticketId))
  return useCommentDraft(ticketId, { saved })
}

type Props = {
  merged: MergedTicket[] | undefined
  /** What is being written in the survivor. */
  draft: CommentDraft
  change: (changed: CommentDraft) => void
  isSending: boolean
}

/** The drafts that the user left in the tickets that are merged into this one. */
export const LeftDrafts = ({ merged = [], ...composer }: Props) =>
  merged.map((ticket) => <OfMerged key={ticket.id} ticket={ticket} {...composer} />)

function OfMerged({ ticket, draft, change, isSending }: Omit<Props, 'merged'> & { ticket: MergedTicket }) {
  const left = useLeftDraft(ticket.id)
  const { comment, isInternal, time } = left.draft
  if (isBlank(comment) && !left.other) return null
  const joined = withAdded(draft, left.draft)
  const take = (taken: CommentDraft) => {
    change(taken)
    // Time that the survivor's draft has no room for stays.
    left.change({ ...emptyDraft, time: draft.time && time })
  }
  return (
    <LeftDraft
      title={`Ditt ${isInternal ? 'interna utkast' : 'utkast'} i #${ticket.ticketNumber}`}
      text={comment}
      onTake={joined && (() => take(joined))}
      onRemove={() => left.change({ ...emptyDraft, time: undefined })}
      other={left.other}
      isDisabled={isSending}
    />
  )
}
