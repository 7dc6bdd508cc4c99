import { useQuery, useQueryClient } from '@tanstack/react-query'
import CheckCheck from 'lucide-react/icons/check-check'
import Hourglass from 'lucide-react/icons/hourglass'
import Lock from 'lucide-react/icons/lock'
import Send from 'lucide-react/icons/send'
import { type ReactNode, useRef } from 'react'
import { AttachmentArea } from '#features/files/web/attachment-area.tsx'
import { useAttachments } from '#features/files/web/attachments.ts'
import { addressed, type PlaceholderValues } from '#features/tickets/canned-answers.rules.ts'
import { COMMENT_MAX } from '#features/tickets/ticket-comments.contract.ts'
import type { Ticket, TicketRow } from '#features/tickets/tickets.contract.ts'
import { refuseGaps } from '#features/tickets/web/canned-suggestions.tsx'
import { type AfterComment, useSendComment } from '#features/tickets/web/send-comment.ts'
import { usePeopleDialog } from '#features/tickets/web/ticket-people.tsx'
import { draftQuery, ticketScreenQuery } from '#features/tickets/web/tickets.api.ts'
import { isBlank } from '#shared/text.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { ComposerForm, inViewOnPhone, SendFailure, useSendAttempt } from '#shared/ui/composer-form.tsx'
import { DraftStatus, OtherDraft } from '#shared/ui/draft-status.tsx'
import { AnswerMailFacts } from './answer-mail-facts.tsx'
import { useCommentDraft } from './comment-draft.ts'
import { type CommentDraft, commentOf, timeOf } from './composer-draft.ts'
import { ComposerPlace } from './composer-place.tsx'
import { untilNowQuery } from './composer-span.tsx'
import { ComposerText } from './composer-text.tsx'
import { ComposerTime } from './composer-time.tsx'
import { useGoOn } from './go-on.ts'
import { LeftDrafts } from './left-drafts.tsx'
import { idsMentionedIn, useMentions } from './mentions.ts'

const modes = {
  public: {
    frame: 'border-line',
    background: 'bg-surface',
    head: 'Svar till kunden',
    headClass: 'text-ink',
    send: 'Skicka',
    icon: Send,
  },
  internal: {
    frame: 'border-accent forced-colors:border-dashed',
    background: 'bg-accent-soft',
    head: 'Intern kommentar. Syns bara för personalen',
    headClass: 'text-accent-ink',
    send: 'Spara internt',
    icon: Lock,
  },
} as const

type Props = {
  ticket: Ticket | TicketRow
  isUnresolved: boolean
}

/**
 * Writes a public or internal comment with files. The mode and the time are part of the draft, so a retry sends them
 * too.
 */
export function Composer({ ticket, isUnresolved }: Props) {
  const written = useComment(ticket)
  const { draft, change, submit, isSending, place, other, failure, field, attachments, merged } = written
  const { comment, isInternal } = draft
  const isEmpty = isBlank(comment) && attachments.items.length === 0
  const { frame, background } = modes[isInternal ? 'internal' : 'public']
  const people = usePeopleDialog(ticket)
  return (
    <ComposerPlace
      label={lineOf(draft, ticket)}
      field={field}
      onKey={(key) => change({ isInternal: key === 'i' || (isInternal && !isBlank(comment)) })}
      above={<LeftDrafts merged={merged} draft={draft} change={change} isSending={isSending} />}
    >
      <AttachmentArea attachments={attachments}>
        <ComposerForm
          label="Ny kommentar"
          isEmpty={isEmpty}
          onSend={() => submit()}
          onShiftEnter={isUnresolved && !isInternal ? () => submit('resolves') : undefined}
          onAltEnter={isUnresolved && !isInternal ? () => submit('holds') : undefined}
          className={`@container flex flex-col gap-3 rounded-md border p-4 shadow-low transition-colors ${frame} ${background}`}
        >
          <Head isInternal={isInternal}>
            {(!isBlank(comment) || timeOf(draft)) && (
              <DraftStatus place={place} hasFiles={attachments.items.length > 0} />
            )}
          </Head>
          <CommentText {...written} ticket={ticket} />
          {!isInternal && <AnswerMailFacts ticket={ticket} text={comment} onChoose={people.open} />}
          <OtherDraft other={other} isDisabled={isSending} />
          <SendFailure message={failure} />
          <Foot
            draft={draft}
            change={change}
            isSending={isSending}
            isEmpty={isEmpty}
            onSendAnd={isUnresolved ? submit : undefined}
          />
        </ComposerForm>
      </AttachmentArea>
      {people.dialog}
    </ComposerPlace>
  )
}

const RESOLVED = { title: 'Uppdaterad!', text: 'Ticket har uppdaterats' }

const lineOf = ({ comment }: CommentDraft, { customer }: Props['ticket']) =>
  isBlank(comment) ? `Svara ${customer.name}` : `Utkast: ${comment}`

/** Shows who can read the comment, and where its text is stored. */
function Head({ isInternal, children }: Pick<CommentDraft, 'isInternal'> & { children: ReactNode }) {
  const { head, headClass, icon: Icon } = modes[isInternal ? 'internal' : 'public']
  return (
    <p className={`flex flex-wrap items-center gap-x-2 font-semibold max-sm:pr-10 ${headClass}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">{head}</span>
      {children}
    </p>
  )
}

type CommentTextProps = Pick<Props, 'ticket'> & Omit<ReturnType<typeof useComment>, 'submit'>

/** The text, and what is added to it. */
function CommentText({ ticket, draft, change, isSending, field, timeError, attachments, mentioned }: CommentTextProps) {
  const { mentions, isMisplaced } = useMentions({ field, draft, chosen: mentioned })
  return (
    <ComposerText
      label="Kommentar"
      placeholder={draft.isInternal ? 'Skriv till kollegerna' : `Skriv till ${ticket.customer.name}`}
      maxLength={COMMENT_MAX}
      value={draft.comment}
      onChange={(comment) => change({ comment })}
      field={field}
      placeholders={placeholdersOf(ticket)}
      attachments={attachments}
      isSending={isSending}
      suggests={[mentions]}
    >
      {isMisplaced && (
        <p className="w-full text-ink-soft text-sm">
          Kolleger nämner du i en intern kommentar, så att de får veta det.
        </p>
      )}
      <ComposerTime
        time={draft.time}
        onChange={(changed) => change({ time: changed })}
        ticket={ticket}
        error={timeError}
        isDisabled={isSending}
      />
    </ComposerText>
  )
}

function placeholdersOf(ticket: Props['ticket']): PlaceholderValues {
  const reporter = 'reportedBy' in ticket ? ticket.reportedBy?.name : undefined
  return {
    '{kund}': addressed(reporter, ticket.customer.name),
    '{ärende}': `#${ticket.ticketNumber} ${ticket.title}`,
  }
}

type FootProps = Pick<ReturnType<typeof useComment>, 'draft' | 'change' | 'isSending'> & {
  isEmpty: boolean
  /** Sends, and resolves the ticket or waits for the customer. */
  onSendAnd: ((then: AfterComment) => Promise<void>) | undefined
}

function Foot({ draft, change, isSending, isEmpty, onSendAnd }: FootProps) {
  const { isInternal } = draft
  const { send, icon, background } = modes[isInternal ? 'internal' : 'public']
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <CheckboxInput
        label="Intern kommentar (syns ej för kund)"
        value={isInternal}
        onChange={(internal) => change({ isInternal: internal })}
        isDisabled={isSending}
      />
      <div className={`ml-auto flex gap-2 max-sm:flex-col max-sm:*:w-full ${inViewOnPhone} ${background}`}>
        {onSendAnd && !isInternal && (
          <div className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:px-2">
            <Button icon={Hourglass} isDisabled={isEmpty || isSending} onPress={() => void onSendAnd('holds')}>
              Skicka och vänta
            </Button>
            <Button icon={CheckCheck} isDisabled={isEmpty || isSending} onPress={() => void onSendAnd('resolves')}>
              Skicka och lös
            </Button>
          </div>
        )}
        <Button
          type="submit"
          variant={isInternal ? 'secondary' : 'primary'}
          icon={icon}
          isDisabled={isEmpty}
          isPending={isSending}
          pendingText="Skickar..."
        >
          {send}
        </Button>
      </div>
    </div>
  )
}

function useComment(ticket: Props['ticket']) {
  const ticketId = ticket.id
  const { data: saved } = useQuery(draftQuery(ticketId))
  const { data: screen } = useQuery(ticketScreenQuery(ticketId))
  const text = useCommentDraft(ticketId, { saved, thread: screen?.thread })
  const attachments = useAttachments(`ticket:${ticketId}`)
  const { mutateAsync } = useSendComment(ticketId)
  const goOn = useGoOn({ type: 'ticket', id: ticketId, name: `#${ticket.ticketNumber}`, done: RESOLVED })
  const client = useQueryClient()
  const mentioned = useRef(new Set<string>())
  const { failure, errorOf, field, attempt } = useSendAttempt('Kunde inte skicka kommentar', ['time'])
  const timeError = errorOf('time')
  const submit = (then?: AfterComment) =>
    attempt(async () => {
      refuseGaps(text.draft.comment, field)
      const afterwards = then && goOn.prepare()
      const time = timeOf(text.draft)
      if (time?.minutes && (!time.isTried || timeError)) {
        const proposal = client.getQueryData(untilNowQuery(ticketId, time.minutes).queryKey)
        text.change({ time: { ...time, proposal, isTried: true } })
      }
      const sent = await text.send(async (draft, key) => {
        const mentions = await idsMentionedIn(client, draft, mentioned.current)
        const stored = await attachments.sendWith(
          { text: draft.comment, key: then ? `${key}-${then}` : key },
          ({ text: comment, fileIds, idempotencyKey }) =>
            mutateAsync({
              comment: { ...commentOf({ ...draft, comment }), fileIds, mentions },
              then,
              idempotencyKey,
            }),
        )
        mentioned.current.clear()
        return stored
      })
      // The mode remains internal, so that the next comment of an internal discussion is not sent to the customer by
      // mistake.
      if (sent?.isInternal) text.change({ isInternal: true })
      if (sent) await afterwards?.()
    })
  // A draft is added to the ticket's own, once that is loaded.
  const merged = saved && screen?.merged
  return { ...text, submit, failure, timeError, field, attachments, mentioned, merged }
}
