import MessageSquareText from 'lucide-react/icons/message-square-text'
import type { ReactNode, RefObject } from 'react'
import { useOwnName } from '#features/auth/web/me.ts'
import { AttachmentList } from '#features/files/web/attachment-list.tsx'
import type { UsedAttachments } from '#features/files/web/attachments.ts'
import type { PlaceholderValues } from '#features/tickets/canned-answers.rules.ts'
import { useCannedSuggestions } from '#features/tickets/web/canned-suggestions.tsx'
import { Button } from '#shared/ui/button.tsx'
import { SuggestingTextArea } from '#shared/ui/suggesting-text-area.tsx'
import type { Suggestions } from '#shared/ui/suggestions.ts'
import type { TextAreaInputProps } from '#shared/ui/text-area.tsx'

type Props = Pick<TextAreaInputProps, 'label' | 'placeholder' | 'maxLength' | 'value' | 'onChange'> & {
  field: RefObject<HTMLTextAreaElement | null>
  /** What canned answers insert, besides the name of the person who writes. */
  placeholders: PlaceholderValues
  attachments: UsedAttachments
  isSending: boolean
  /** What the text suggests besides canned answers. */
  suggests?: readonly Suggestions[]
  /** What else is added to the text, before its files. */
  children: ReactNode
}

/** The text of a composer, which suggests canned answers, and below it what is added to the text. */
export function ComposerText(props: Props) {
  const { field, placeholders, attachments, isSending, suggests = [], children, ...text } = props
  const canned = useCannedSuggestions(field, text.value, { ...placeholders, '{namn}': useOwnName() })
  return (
    <>
      <SuggestingTextArea
        {...text}
        suggests={[...suggests, canned]}
        isLabelHidden
        rows={3}
        isReadOnly={isSending}
        inputRef={field}
      />
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {children}
        {/* For those who do not know the '#'. */}
        <Button size="sm" variant="quiet" icon={MessageSquareText} onPress={canned.ask} isDisabled={isSending}>
          Färdiga svar
        </Button>
        <AttachmentList attachments={attachments} isDisabled={isSending} />
      </div>
    </>
  )
}
