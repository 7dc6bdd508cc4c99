// What a text field of a composer suggests: the canned answers for a name typed after '#', or all of them when asked for.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { CallError } from '#shared/web/call.ts'
import type { CannedAnswer } from '../canned-answers.contract.ts'
import {
  cannedMatches,
  filledIn,
  firstGap,
  gapText,
  type PlaceholderValues,
  typedName,
} from '../canned-answers.rules.ts'
import { cannedAnswersQuery } from './canned-answers.api.ts'

type Field = RefObject<HTMLTextAreaElement | null>

/** The part of the text that an answer replaces. */
type Place = {
  from: number
  to: number
  /** '' when all are asked for. */
  name: string
  isAsked: boolean
}

export type CannedSuggestions = ReturnType<typeof useCannedSuggestions>

/** The arrow keys highlight, Enter and Tab choose, Escape closes the list and leaves the text. */
export function useCannedSuggestions(field: Field, values: PlaceholderValues) {
  const listId = useId()
  const [highlighted, setHighlighted] = useState(0)
  const { place, setPlace, read, dismiss } = usePlace(field, () => setHighlighted(0))
  const { data, isError } = useQuery({ ...cannedAnswersQuery, enabled: place !== undefined })
  const answers = place && data ? cannedMatches(data, place.name) : []
  const isOpen = place !== undefined && (answers.length > 0 || place.isAsked)
  const choose = ({ text }: CannedAnswer) => {
    if (!field.current || !place) return
    replaceText(field.current, place, filledIn(text, values))
    setPlace(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    if (!isOpen || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const chosen = key === 'Enter' || key === 'Tab' ? answers[highlighted] : undefined
    if (step && answers.length > 0) setHighlighted((highlighted + step + answers.length) % answers.length)
    else if (chosen) choose(chosen)
    else if (key === 'Escape') dismiss()
    else return
    // Neither moves the caret, leaves the field, nor reaches the form around it.
    event.preventDefault()
    event.stopPropagation()
  }
  const ask = () => {
    if (!field.current) return
    field.current.focus()
    const { selectionStart: from, selectionEnd: to } = field.current
    setHighlighted(0)
    setPlace({ from, to, name: '', isAsked: true })
  }
  return {
    answers,
    isOpen,
    isAsked: place?.isAsked === true,
    /** Whether there are none at all; undefined while they load. */
    isEmpty: data && data.length === 0,
    isError,
    highlighted,
    listId,
    optionId: (index: number) => `${listId}-${index}`,
    choose,
    press,
    read,
    ask,
    close: () => setPlace(undefined),
  }
}

/** Which part of the text would be replaced, read from the field after each change of its text and caret. */
function usePlace(field: Field, onNew: () => void) {
  const [place, setPlace] = useState<Place>()
  /** Where the '#' of the name is whose list was closed by Escape. */
  const dismissed = useRef<number>(undefined)
  const read = () => {
    if (!field.current) return
    const { value, selectionStart: start, selectionEnd: end } = field.current
    if (place?.isAsked && place.from === start && place.to === end) return
    const typed = start === end ? typedName(value, start) : undefined
    if (typed?.from !== dismissed.current) dismissed.current = undefined
    const next = typed && dismissed.current === undefined ? { ...typed, to: start, isAsked: false } : undefined
    if (next?.name !== place?.name) onNew()
    if (JSON.stringify(next) !== JSON.stringify(place)) setPlace(next)
  }
  const dismiss = () => {
    dismissed.current = place?.isAsked ? undefined : place?.from
    setPlace(undefined)
  }
  return { place, setPlace, read, dismiss }
}

/** Types the text into the field, so that the browser can undo it, and selects the first placeholder that is left in it. */
function replaceText(field: HTMLTextAreaElement, { from, to }: Place, text: string) {
  field.focus()
  field.setSelectionRange(from, to)
  // The only way to a change that Ctrl+Z undoes.
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, from, to, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const gap = firstGap(text)
  if (gap) field.setSelectionRange(from + gap.at, from + gap.at + gap.placeholder.length)
}

/** Throws for a text with a placeholder that nothing was filled into, and selects it. */
export function refuseGaps(text: string, field: Field) {
  const gap = firstGap(text)
  if (!gap) return
  field.current?.setSelectionRange(gap.at, gap.at + gap.placeholder.length)
  throw new CallError(422, { code: 'invalid', message: gapText(gap.placeholder) })
}
