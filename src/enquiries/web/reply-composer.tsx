import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { isBlank } from '#lib/text.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { submitOnShortcut } from '#lib/ui/submit-on-shortcut.ts'
import { TextAreaInput } from '#lib/ui/text-area.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { useBeforeUnloadPrompt } from '#lib/ui/unsaved-changes.tsx'
import { useDraft } from '#lib/web/draft.ts'
import { messageOf } from '#lib/web/forms.ts'
import { REPLY_MAX } from '../enquiries.contract.ts'
import { useSendReply } from './enquiries.api.ts'

const empty = { comment: '' }

/** Answers the sender by mail. What is begun stays in this tab until it is sent, also through a new sign-in. */
export function ReplyComposer({ enquiryId, email }: { enquiryId: string; email: string }) {
  const { text, change, submit, isSending, failure, field } = useReply(enquiryId)
  const isEmpty = isBlank(text)
  useBeforeUnloadPrompt(!isEmpty)
  return (
    <form
      aria-label="Nytt svar"
      noValidate
      onKeyDown={submitOnShortcut}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void submit()
      }}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4 shadow-low"
    >
      <p className="flex items-start gap-2 font-semibold">
        <Send aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">Svar med mejl till {email}</span>
      </p>
      <TextAreaInput
        label="Svar"
        isLabelHidden
        placeholder="Skriv ett svar"
        rows={4}
        maxLength={REPLY_MAX}
        value={text}
        onChange={change}
        isReadOnly={isSending}
        inputRef={field}
      />
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure} Texten står kvar.
        </p>
      )}
      <div className="flex justify-end max-sm:*:w-full">
        <Button type="submit" icon={Send} isDisabled={isEmpty} isBusy={isSending} busyText="Skickar...">
          Skicka svar
        </Button>
      </div>
    </form>
  )
}

function useReply(enquiryId: string) {
  const { draft, change, send, isSending } = useDraft({ key: `enquiry:${enquiryId}`, empty, saved: empty })
  const { mutateAsync } = useSendReply(enquiryId)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = async () => {
    setFailure(undefined)
    try {
      await send(({ comment }, idempotencyKey) => mutateAsync({ text: comment, idempotencyKey }))
    } catch (error) {
      setFailure(messageOf(error))
      showToast({ title: 'Fel', text: 'Kunde inte skicka svar', tone: 'error' })
    }
    field.current?.focus()
  }
  return { text: draft.comment, change: (comment: string) => change({ comment }), submit, isSending, failure, field }
}
