import Send from 'lucide-react/icons/send'
import { useMe } from '#features/auth/web/me.ts'
import { type Enquiry, REPLY_MAX } from '#features/inbox/enquiries.contract.ts'
import { useSendReply } from '#features/inbox/web/enquiries.api.ts'
import { useIsSendingMail } from '#features/inbox/web/menu-counts.api.ts'
import { NotMailed } from '#features/inbox/web/not-mailed.tsx'
import { Recipient } from '#features/inbox/web/reply-recipient.tsx'
import { addressed, type PlaceholderValues } from '#features/tickets/canned-answers.rules.ts'
import { refuseGaps, useCannedSuggestions } from '#features/tickets/web/canned-suggestions.ts'
import { CannedButton, CannedTextArea } from '#features/tickets/web/canned-text-area.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { greeting, hasGreeting } from '#shared/greeting.rules.ts'
import { isBlank } from '#shared/text.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { useCompanyName } from '#shared/ui/company-name.ts'
import { ComposerForm, SendFailure, useSendAttempt } from '#shared/ui/composer-form.tsx'
import { DraftStatus, OtherDraft } from '#shared/ui/draft-status.tsx'
import { useDraft } from '#shared/web/draft.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'

/** Null: to the sender. */
const empty: { comment: string; to: string | null } = { comment: '', to: null }

/** The form for a reply by mail. The draft is stored on the device until it is sent. */
export function ReplyComposer({ enquiry }: { enquiry: Enquiry }) {
  const { email, replyTo } = enquiry
  const { text, to, change, submit, isSending, place, other, failure, field } = useReply(enquiry)
  const isMailed = useIsSendingMail()
  const canned = useCannedSuggestions(field, useEnquiryPlaceholders(enquiry))
  const recipient = readableAddress(to ?? email)
  const isEmpty = isBlank(text)
  usePaletteActs([{ label: 'Svara', target: () => field.current?.focus() }])
  return (
    <ComposerForm
      label="Nytt svar"
      isEmpty={isEmpty}
      onSend={submit}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4 shadow-low"
    >
      <p className="flex items-start gap-2 font-semibold">
        <Send aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {isMailed ? 'Svar med mejl' : 'Svar'} till {recipient}
        </span>
      </p>
      {replyTo.length > 0 && (
        <Recipient email={email} replyTo={replyTo} to={to} onChange={(chosen) => change({ to: chosen })} />
      )}
      <CannedTextArea
        canned={canned}
        label="Svar"
        isLabelHidden
        placeholder="Skriv ett svar"
        rows={4}
        maxLength={REPLY_MAX}
        value={text}
        onChange={(comment) => change({ comment })}
        isReadOnly={isSending}
        inputRef={field}
      />
      <div>
        <CannedButton canned={canned} isDisabled={isSending} />
      </div>
      {isMailed ? <MailFrame enquiry={enquiry} text={text} /> : <NotMailed to={recipient} />}
      <OtherDraft other={other} isDisabled={isSending} />
      <SendFailure message={failure} />
      <div className="flex items-center justify-end gap-3 max-sm:flex-col max-sm:*:w-full">
        {!isEmpty && <DraftStatus place={place} />}
        <Button type="submit" icon={Send} isDisabled={isEmpty} isPending={isSending} pendingText="Skickar...">
          Skicka svar
        </Button>
      </div>
    </ComposerForm>
  )
}

/** There is no ticket: its placeholder stays, and is replaced by the person who writes. */
function useEnquiryPlaceholders({ name }: Enquiry): PlaceholderValues {
  const { fullName, email } = useMe()
  return { '{kund}': addressed(name, name), '{namn}': fullName ?? readableAddress(email) }
}

/** Describes what the mail adds before and after the text. */
function MailFrame({ enquiry: { name, authentication, replies }, text }: { enquiry: Enquiry; text: string }) {
  const { fullName, email, hasSignature } = useMe()
  const hasMail = authentication !== null || replies.some(({ author }) => author === null)
  const company = useCompanyName()
  return (
    <p className="text-xs text-ink-soft">
      Mejlet börjar med {hasGreeting(text) ? 'din hälsning' : `”${greeting(name)}”`} och slutar med hur man svarar
      {hasSignature ? ' och din signatur' : `, ”${fullName ?? readableAddress(email)}” och ”${company}”`}. Under står{' '}
      {hasMail ? 'det senaste mejlet' : 'det som skrevs i formuläret'}.
    </p>
  )
}

function useReply({ id, replyTo }: Enquiry) {
  const { draft, change, send, isSending, place, other } = useDraft({ key: `enquiry:${id}`, empty })
  const { mutateAsync } = useSendReply(id)
  const addressIn = ({ to }: typeof empty) => (to !== null && replyTo.includes(to) ? to : null)
  const { failure, field, attempt } = useSendAttempt('Kunde inte skicka svar')
  const submit = () =>
    attempt(async () => {
      refuseGaps(draft.comment, field)
      await send((sent, idempotencyKey) => mutateAsync({ text: sent.comment, to: addressIn(sent), idempotencyKey }))
    })
  return { text: draft.comment, to: addressIn(draft), change, submit, isSending, place, other, failure, field }
}
