import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Choice } from './choice.ts'
import type { ComboboxInputProps } from './combobox.tsx'

type Typed = {
  text: string
  /** The value that the text belongs to: the text goes when another value comes from outside. */
  over: string
  isChosen: boolean
}

/** Which suggestion is taken once those for the typed text are there: the first one, or the only one. */
type Awaited = 'first' | 'only'

/**
 * The text of a combobox: as typed until something is chosen, otherwise the label of the value. Text that is left without a
 * choice stays, with an error; the only suggestion for it is taken.
 */
export function useTextOrChoice(props: ComboboxInputProps) {
  const { value, onChange, onBlur, choices, onSearch, valueLabel, error, isSearching = false } = props
  const { isTextReported = false, unmatchedText = 'Det finns inte i listan. Välj något av förslagen.' } = props
  const [picked, setPicked] = useState<Choice>()
  const [typed, setTyped] = useState<Typed>()
  const [awaited, setAwaited] = useState<Awaited>()
  const [isLeft, setLeft] = useState(false)
  const current = typed?.over === value ? typed : undefined
  const chosen = [...choices, picked].find((choice) => choice?.value === value)
  const isUnmatched = current !== undefined && !current.isChosen && current.text.trim() !== ''

  const pick = (choice: Choice) => {
    setPicked(choice)
    setTyped({ text: choice.label, over: value, isChosen: true })
    setAwaited(undefined)
    onSearch('')
    onChange(choice.value)
  }
  /** Takes `choice` or what the rule says of the suggestions, which may not be there yet. */
  const take = (rule: Awaited, choice = rule === 'first' || choices.length === 1 ? choices[0] : undefined) => {
    setLeft(true)
    if (isSearching) setAwaited(rule)
    else if (choice) pick(choice)
  }
  const takeAwaited = useEffectEvent((rule: Awaited) => {
    setAwaited(undefined)
    if (isUnmatched) take(rule)
  })
  useEffect(() => {
    if (!awaited || isSearching) return
    const timer = setTimeout(() => takeAwaited(awaited))
    return () => clearTimeout(timer)
  }, [awaited, isSearching])
  return {
    text: current?.text ?? (value === '' ? '' : (chosen?.label ?? valueLabel ?? '')),
    isUnmatched,
    error: isUnmatched && !awaited && (isLeft || error) ? unmatchedText : error,
    pick,
    take,
    type: (text: string) => {
      setTyped({ text, over: isTextReported ? text : value, isChosen: false })
      setAwaited(undefined)
      setLeft(false)
      onSearch(text)
      if (isTextReported || text === '') onChange(text)
    },
    leave: ({ currentTarget }: FocusEvent) => {
      // Another window got the focus: the field still has it when the person comes back.
      if (document.activeElement === currentTarget) return
      onBlur?.()
      if (!isUnmatched) {
        setTyped(undefined)
        onSearch('')
      } else if (!awaited) take('only')
    },
  }
}
