import type { Draft } from '#features/tickets/ticket-comments.contract.ts'
import { conflictingDraft, loadDraft, saveDraft } from '#features/tickets/web/tickets.api.ts'
import { useDraft } from '#shared/web/draft.ts'
import type { ServerDraft } from '#shared/web/draft-versions.ts'
import { type CommentDraft, emptyDraft, savedPart } from './composer-draft.ts'

type Known = {
  /** The server's draft; undefined until it is loaded. */
  saved: ServerDraft<Draft> | undefined
  thread?: unknown
}

/** The user's draft of a comment on a ticket. */
export const useCommentDraft = (ticketId: string, { saved, thread }: Known) =>
  useDraft<CommentDraft>({
    key: `ticket:${ticketId}`,
    empty: emptyDraft,
    saved,
    thread,
    savedPart,
    load: () => loadDraft(ticketId),
    save: (draft, saving) => saveDraft(ticketId, savedPart(draft), saving),
    conflictOf: conflictingDraft,
    isMore: ({ time }) => time !== undefined,
  })
