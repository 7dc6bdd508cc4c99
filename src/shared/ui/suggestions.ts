// What a text of several lines suggests for the word that is being typed in it.
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'

/** The part of a text that a suggestion replaces, and what is typed in it. */
type TypedPart = { from: number; to: number; typed: string }

type ReadPart = TypedPart & {
  /** The text that it was read from. */
  of: string
  /** All suggestions are asked for, at the caret. */
  isAsked: boolean
}

type PartOptions = {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  /** The part that ends at the caret. */
  find: (text: string, caret: number) => TypedPart | undefined
}

/** Which part of the field's text is being typed, read after each change of its text and caret. */
export function useTypedPart({ field, value, find }: PartOptions) {
  const [part, setPart] = useState<ReadPart>()
  const [highlighted, setHighlighted] = useState(0)
  /** Where the part begins that is no longer suggested for: one was chosen, or the list closed by Escape. */
  const ended = useRef<number>(undefined)
  // The text may be another meanwhile: it was sent, or another draft is shown.
  const current = part?.of === value ? part : undefined
  const read = () => {
    if (!field.current) return
    const { value: of, selectionStart: from, selectionEnd: to } = field.current
    if (current?.isAsked && current.from === from && current.to === to) return
    const found = from === to ? find(of, to) : undefined
    if (found?.from !== ended.current) ended.current = undefined
    const next = found && ended.current === undefined ? { ...found, of, isAsked: false } : undefined
    if (next?.typed !== part?.typed) setHighlighted(0)
    if (JSON.stringify(next) !== JSON.stringify(part)) setPart(next)
  }
  const ask = () => {
    if (!field.current) return
    field.current.focus()
    const { value: of, selectionStart: from, selectionEnd: to } = field.current
    setHighlighted(0)
    setPart({ from, to, typed: '', of, isAsked: true })
  }
  const close = () => setPart(undefined)
  const end = () => {
    ended.current = part?.isAsked ? undefined : part?.from
    close()
  }
  return { field, part: current, highlighted, highlight: setHighlighted, read, ask, close, end }
}

export type Suggestion = {
  id: string
  label: string
  detail: string
  /** What replaces the typed part. */
  text: string
  /** The place in the text to select afterwards, instead of the caret behind it. */
  selects?: { at: number; length: number } | undefined
}

type Offered = {
  /** The name of the list. */
  label: string
  suggestions: readonly Suggestion[]
  /** How many there are, for a screen reader. */
  count: string
  /** Below them when all are asked for; the list then opens even if it is empty. */
  foot?: ReactNode
  onChosen?: (id: string) => void
}

export type Suggestions = ReturnType<typeof useSuggestions>

/** The arrow keys highlight, Enter and Tab choose, Escape closes the list and leaves the text. */
export function useSuggestions(typed: ReturnType<typeof useTypedPart>, offered: Offered) {
  const { field, part, highlighted, highlight, read, ask, close, end } = typed
  const { label, suggestions, count, onChosen } = offered
  const listId = useId()
  const foot = part?.isAsked ? offered.foot : undefined
  const isOpen = part !== undefined && (suggestions.length > 0 || foot !== undefined)
  const choose = ({ id, text, selects }: Suggestion) => {
    if (!field.current || !part) return
    end()
    replace(field.current, part, text)
    close()
    if (selects) field.current.setSelectionRange(part.from + selects.at, part.from + selects.at + selects.length)
    onChosen?.(id)
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    if (!isOpen || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const chosen = key === 'Enter' || key === 'Tab' ? suggestions[highlighted] : undefined
    if (step && suggestions.length > 0) highlight((highlighted + step + suggestions.length) % suggestions.length)
    else if (chosen) choose(chosen)
    else if (key === 'Escape') end()
    else return
    // Neither moves the caret, leaves the field, nor reaches the form around it.
    event.preventDefault()
    event.stopPropagation()
  }
  const optionId = (index: number) => `${listId}-${index}`
  return { label, suggestions, count, foot, isOpen, highlighted, listId, optionId, choose, press, read, ask, close }
}

/** Types the text into the field, so that the browser can undo it. */
function replace(field: HTMLTextAreaElement, { from, to }: TypedPart, text: string) {
  field.focus()
  field.setSelectionRange(from, to)
  // The only way to a change that Ctrl+Z undoes.
  if (document.execCommand?.('insertText', false, text)) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
