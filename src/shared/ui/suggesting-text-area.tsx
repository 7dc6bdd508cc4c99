import { useRef } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { Suggestions } from './suggestions.ts'
import { TextAreaInput, type TextAreaInputProps } from './text-area.tsx'

const SuggestionList = lazyPart(() => import('./suggestion-list.tsx').then((m) => m.SuggestionList))

type Props = TextAreaInputProps & {
  /** What it suggests; of several lists the first that is open is shown. */
  suggests: readonly Suggestions[]
}

/** Several lines of text that suggest how to go on for a word being typed in them. */
export function SuggestingTextArea({ suggests, ...text }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const open = suggests.find(({ isOpen }) => isOpen)
  const read = () => {
    for (const list of suggests) list.read()
  }
  return (
    <div ref={area}>
      <TextAreaInput
        {...text}
        onKeyDown={open?.press}
        onInput={read}
        onSelect={read}
        aria-autocomplete="list"
        aria-controls={open?.listId}
        aria-activedescendant={open && open.suggestions.length > 0 ? open.optionId(open.highlighted) : undefined}
      />
      <p role="status" className="sr-only">
        {open?.count}
      </p>
      {open && <SuggestionList list={open} anchor={area} />}
    </div>
  )
}
