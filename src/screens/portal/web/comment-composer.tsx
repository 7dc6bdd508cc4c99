import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { AttachmentArea } from '#features/files/web/attachment-area.tsx'
import { AttachmentList } from '#features/files/web/attachment-list.tsx'
import { useAttachments } from '#features/files/web/attachments.ts'
import { joinedComment } from '#features/tickets/joined-comment.rules.ts'
import { COMMENT_MAX } from '#features/tickets/ticket-comments.contract.ts'
import type { TicketStatus } from '#features/tickets/tickets.contract.ts'
import { isBlank } from '#shared/text.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ComposerForm } from '#shared/ui/composer-form.tsx'
import { DraftStatus, OtherDraft } from '#shared/ui/draft-status.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { LeftDraft } from '#shared/ui/left-draft.tsx'
import { TextAreaInput } from '#shared/ui/text-area.tsx'
import { dismissErrors } from '#shared/ui/toast.tsx'
import { useDraft } from '#shared/web/draft.ts'
import {
  conflictingPortalDraft,
  loadPortalDraft,
  portalDraftQuery,
  portalThreadQuery,
  savePortalDraft,
  useCommentPortalTicket,
} from './portal.api.ts'

const reopenHints: Partial<Record<TicketStatus, string>> = {
  resolved: 'Ärendet är löst. Skriver du en kommentar öppnas det igen.',
  closed: 'Ärendet är stängt. Skriver du en kommentar öppnas det igen.',
}

type Props = {
  ticketId: string
  /** Undefined for a merged ticket, which a comment does not open. */
  status: TicketStatus | undefined
  onSent?: (() => void) | undefined
}

/** The form for a comment. The draft is stored on the server and survives the end of the session. */
export function CommentComposer({ ticketId, status, onSent }: Props) {
  const { text, attachments, field, send, merged } = useComment(ticketId, onSent)
  const isEmpty = isBlank(text.draft.comment) && attachments.items.length === 0
  return (
    <>
      {merged?.map((ticket) => (
        <LeftInMerged key={ticket.id} ticket={ticket} text={text} />
      ))}
      <AttachmentArea attachments={attachments}>
        <ComposerForm
          label="Ny kommentar"
          isEmpty={isEmpty}
          onSend={send}
          className="@container grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-low sm:p-5"
        >
          <TextAreaInput
            label="Skriv en kommentar"
            hint={status && reopenHints[status]}
            rows={3}
            maxLength={COMMENT_MAX}
            value={text.draft.comment}
            onChange={(comment) => text.change({ comment })}
            isReadOnly={text.isSending}
            inputRef={field}
          />
          <AttachmentList attachments={attachments} isDisabled={text.isSending} />
          <OtherDraft other={text.other} isDisabled={text.isSending} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            {!isBlank(text.draft.comment) && <DraftStatus place={text.place} />}
            <Button
              type="submit"
              variant="primary"
              isDisabled={isEmpty}
              isPending={text.isSending}
              pendingText="Skickar..."
            >
              Skicka kommentar
            </Button>
          </div>
        </ComposerForm>
      </AttachmentArea>
    </>
  )
}

/** The draft of the comment, its files, and the mutation that sends them. */
function useComment(ticketId: string, onSent: Props['onSent']) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: thread } = useQuery(portalThreadQuery(ticketId))
  const post = useCommentPortalTicket(ticketId)
  const { isLoaded, ...text } = usePortalDraft(ticketId, thread)
  const attachments = useAttachments(`portal:${ticketId}`)
  const send = async () => {
    dismissErrors()
    try {
      const sent = await text.send(({ comment }, key) =>
        attachments.sendWith({ text: comment, key }, ({ text: words, fileIds, idempotencyKey }) =>
          post.mutateAsync({ comment: words, fileIds, idempotencyKey }),
        ),
      )
      field.current?.focus()
      if (sent) onSent?.()
    } catch (error) {
      showFailure('Kunde inte skicka kommentar', error)
    }
  }
  // A text is added to the ticket's own draft, once that is loaded.
  const merged = isLoaded ? thread?.filter((entry) => entry.kind === 'ticket') : undefined
  return { text, attachments, field, send, merged }
}

function usePortalDraft(ticketId: string, thread?: unknown) {
  const { data: saved } = useQuery(portalDraftQuery(ticketId))
  const text = useDraft({
    key: `portal:${ticketId}`,
    empty: { comment: '' },
    saved,
    thread,
    load: () => loadPortalDraft(ticketId),
    save: ({ comment }, saving) => savePortalDraft(ticketId, comment, saving),
    conflictOf: conflictingPortalDraft,
  })
  return { ...text, isLoaded: saved !== undefined }
}

type LeftProps = {
  ticket: { id: string; ticketNumber: number }
  text: Omit<ReturnType<typeof usePortalDraft>, 'isLoaded'>
}

/** The text that the customer began in a ticket that is merged into this one. */
function LeftInMerged({ ticket: { id, ticketNumber }, text }: LeftProps) {
  const left = usePortalDraft(id)
  if (isBlank(left.draft.comment) && !left.other) return null
  const joined = joinedComment(text.draft.comment, left.draft.comment)
  const take = (comment: string) => {
    text.change({ comment })
    left.change({ comment: '' })
  }
  return (
    <LeftDraft
      title={`Ditt utkast i #${ticketNumber}`}
      text={left.draft.comment}
      onTake={joined === undefined ? undefined : () => take(joined)}
      onRemove={() => left.change({ comment: '' })}
      other={left.other}
      isDisabled={text.isSending}
    />
  )
}
