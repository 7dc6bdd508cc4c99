import MessageSquareText from 'lucide-react/icons/message-square-text'
import { useRef } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { TextAreaInput, type TextAreaInputProps } from '#shared/ui/text-area.tsx'
import type { CannedSuggestions } from './canned-suggestions.ts'

const CannedList = lazyPart(() => import('./canned-list.tsx').then((m) => m.CannedList))

type Props = TextAreaInputProps & { canned: CannedSuggestions }

/** The text of a composer, which suggests canned answers for a name typed after '#'. */
export function CannedTextArea({ canned, ...text }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const { isOpen, answers, listId, highlighted } = canned
  return (
    <div ref={area}>
      <TextAreaInput
        {...text}
        onKeyDown={canned.press}
        onInput={canned.read}
        onSelect={canned.read}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && answers.length > 0 ? canned.optionId(highlighted) : undefined}
      />
      <p role="status" className="sr-only">
        {isOpen && (answers.length === 1 ? '1 färdigt svar' : `${answers.length || 'Inga'} färdiga svar`)}
      </p>
      {isOpen && <CannedList canned={canned} anchor={area} />}
    </div>
  )
}

/** For those who do not know the '#'. */
export const CannedButton = ({ canned, isDisabled }: { canned: CannedSuggestions; isDisabled: boolean }) => (
  <Button size="sm" variant="quiet" icon={MessageSquareText} onPress={canned.ask} isDisabled={isDisabled}>
    Färdiga svar
  </Button>
)
