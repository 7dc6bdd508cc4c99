import CheckCheck from 'lucide-react/icons/check-check'
import Send from 'lucide-react/icons/send'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/auth/web/me.ts'
import { AttachmentArea } from '#features/files/web/attachment-area.tsx'
import { useAttachments } from '#features/files/web/attachments.ts'
import { REPLY_MAX } from '#features/inbox/answers.contract.ts'
import type { Enquiry } from '#features/inbox/enquiries.contract.ts'
import { useSendReply } from '#features/inbox/web/enquiries.api.ts'
import { useIsSendingMail } from '#features/inbox/web/menu-counts.api.ts'
import { NotMailed } from '#features/inbox/web/not-mailed.tsx'
import { Recipient } from '#features/inbox/web/reply-recipient.tsx'
import { addressed } from '#features/tickets/canned-answers.rules.ts'
import { refuseGaps } from '#features/tickets/web/canned-suggestions.tsx'
import { ComposerPlace } from '#screens/ticket/web/composer-place.tsx'
import { ComposerText } from '#screens/ticket/web/composer-text.tsx'
import { useGoOn } from '#screens/ticket/web/go-on.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { FORMER_USER } from '#shared/names.rules.ts'
import { isBlank } from '#shared/text.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ComposerForm, inViewOnPhone, SendFailure, useSendAttempt } from '#shared/ui/composer-form.tsx'
import { DraftStatus, OtherDraft } from '#shared/ui/draft-status.tsx'
import { useDraft } from '#shared/web/draft.ts'
import { copiesIn, ReplyCopies } from './reply-copies.tsx'
import { ReplyMailFrame } from './reply-mail-frame.tsx'

/** `to` null: the sender. `cc`: addresses as typed; missing in older drafts. */
type ReplyDraft = { comment: string; to: string | null; cc?: string }
const empty: ReplyDraft = { comment: '', to: null, cc: '' }

/** The form for a reply by mail. The draft is stored on the device until it is sent. */
export function ReplyComposer({ enquiry }: { enquiry: Enquiry }) {
  const { name, email, replyTo, doneAt } = enquiry
  const reply = useReply(enquiry)
  const { draft, to, change, submit, isSending, place, other, failure, field, attachments } = reply
  const isMailed = useIsSendingMail()
  const recipient = readableAddress(to ?? email)
  const { comment } = draft
  const isEmpty = isBlank(comment) && attachments.items.length === 0
  return (
    <ComposerPlace label={isBlank(comment) ? `Svara ${name}` : `Utkast: ${comment}`} field={field}>
      <AttachmentArea attachments={attachments}>
        <ComposerForm
          label="Nytt svar"
          isEmpty={isEmpty}
          onSend={() => submit()}
          onShiftEnter={doneAt === null ? () => submit({ completes: true }) : undefined}
          className="@container flex flex-col gap-3 rounded-md border border-line bg-surface p-4 shadow-low"
        >
          <Head text={`${isMailed ? 'Svar med mejl' : 'Svar'} till ${recipient}`}>
            {!(isBlank(comment) && isBlank(draft.cc ?? '')) && (
              <DraftStatus place={place} hasFiles={attachments.items.length > 0} />
            )}
          </Head>
          {replyTo.length > 0 && (
            <Recipient email={email} replyTo={replyTo} to={to} onChange={(chosen) => change({ to: chosen })} />
          )}
          <ReplyText {...reply} enquiry={enquiry} />
          {isMailed ? <ReplyMailFrame enquiry={enquiry} text={comment} /> : <NotMailed to={recipient} />}
          {!isEmpty && <AnsweredMeanwhile {...enquiry} />}
          <OtherDraft other={other} isDisabled={isSending} />
          <SendFailure message={failure} />
          <Foot {...reply} isEmpty={isEmpty} canComplete={doneAt === null} />
        </ComposerForm>
      </AttachmentArea>
    </ComposerPlace>
  )
}

const Head = ({ text, children }: { text: string; children: ReactNode }) => (
  <p className="flex flex-wrap items-start gap-x-2 font-semibold max-sm:pr-10">
    <Send aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
    {children}
  </p>
)

/** Tells who writes that a colleague has answered since the enquiry was opened. */
function AnsweredMeanwhile({ replies, doneAt }: Pick<Enquiry, 'replies' | 'doneAt'>) {
  const { userId } = useMe()
  const [countAtOpening] = useState(replies.length)
  const theirs = replies.slice(countAtOpening).findLast(({ author }) => author && author.id !== userId)
  return (
    <p role="status" className={theirs ? 'rounded-sm bg-sunken px-3 py-2 text-sm' : 'sr-only'}>
      {theirs &&
        `${theirs.author?.fullName ?? FORMER_USER} har svarat medan du skrev${doneAt ? ', och förfrågan är klar' : ''}.`}
    </p>
  )
}

type TextProps = { enquiry: Enquiry } & Omit<ReturnType<typeof useReply>, 'submit'>

/** The text, and what is added to it. */
function ReplyText({ enquiry, draft, change, isSending, field, copiesError, forgetErrors, attachments }: TextProps) {
  const { name, alsoGot } = enquiry
  return (
    <ComposerText
      label="Svar"
      placeholder="Skriv ett svar"
      maxLength={REPLY_MAX}
      value={draft.comment}
      onChange={(comment) => change({ comment })}
      field={field}
      // There is no ticket: its placeholder stays, and is replaced by the person who writes.
      placeholders={{ '{kund}': addressed(name, name) }}
      attachments={attachments}
      isSending={isSending}
    >
      <ReplyCopies
        value={draft.cc ?? ''}
        onChange={(cc) => {
          change({ cc })
          forgetErrors()
        }}
        offered={alsoGot}
        error={copiesError}
        isDisabled={isSending}
      />
    </ComposerText>
  )
}

type FootProps = Pick<ReturnType<typeof useReply>, 'submit' | 'isSending'> & {
  isEmpty: boolean
  canComplete: boolean
}

const Foot = ({ submit, isSending, isEmpty, canComplete }: FootProps) => (
  <div
    className={`flex flex-wrap items-center justify-end gap-3 bg-surface max-sm:flex-col max-sm:*:w-full ${inViewOnPhone}`}
  >
    {canComplete && (
      <Button icon={CheckCheck} isDisabled={isEmpty || isSending} onPress={() => void submit({ completes: true })}>
        Svara och klar
      </Button>
    )}
    <Button type="submit" icon={Send} isDisabled={isEmpty} isPending={isSending} pendingText="Skickar...">
      Skicka svar
    </Button>
  </div>
)

const COMPLETED = { title: 'Svaret är skickat', text: 'Förfrågan är klar' }

function useReply({ id, name, replyTo }: Enquiry) {
  const text = useDraft<ReplyDraft>({ key: `enquiry:${id}`, empty })
  const attachments = useAttachments(`enquiry:${id}`)
  const { mutateAsync } = useSendReply(id)
  const goOn = useGoOn({ type: 'enquiry', id, name, done: COMPLETED })
  const { failure, errorOf, forget, field, attempt } = useSendAttempt('Kunde inte skicka svar', ['cc'])
  const addressIn = ({ to }: ReplyDraft) => (to !== null && replyTo.includes(to) ? to : null)
  const submit = ({ completes = false } = {}) =>
    attempt(async () => {
      refuseGaps(text.draft.comment, field)
      const afterwards = completes ? goOn.prepare() : undefined
      const sent = await text.send((draft, key) =>
        attachments.sendWith(
          { text: draft.comment, key: completes ? `${key}-completes` : key },
          ({ text: words, fileIds, idempotencyKey }) =>
            mutateAsync({
              reply: { text: words, to: addressIn(draft), cc: copiesIn(draft.cc ?? ''), fileIds, completes },
              idempotencyKey,
            }),
        ),
      )
      if (sent) await afterwards?.()
    })
  return {
    ...text,
    to: addressIn(text.draft),
    submit,
    failure,
    copiesError: errorOf('cc'),
    forgetErrors: forget,
    field,
    attachments,
  }
}
