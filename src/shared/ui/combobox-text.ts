import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { composed } from '../text.rules.ts'
import type { Choice } from './choice.ts'
import type { ComboboxInputProps } from './combobox.tsx'
import { useSubmissionWait } from './submission-waits.ts'

type Typed = {
  text: string
  /** The value that the text was typed over: the text is dropped when the value changes from outside. */
  over: string
  isChosen: boolean
}

/** Which suggestion is chosen once those for the text are loaded: the first, or the only one or only one with that name. */
type Awaited = 'first' | 'only'

/**
 * The text of a combobox: as typed until something is chosen, then the label of the value. On leaving the field the only
 * suggestion for the text is chosen; otherwise the text stays, with an error. A form that is submitted before the suggestions
 * are loaded waits for them.
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
  const submission = useAwaitedSubmission(() => {
    if (!isUnmatched || !(isSearching || awaited)) return false
    setAwaited((rule) => rule ?? 'only')
    setLeft(true)
    return true
  })

  const pick = (choice: Choice) => {
    setPicked(choice)
    setTyped({ text: choice.label, over: value, isChosen: true })
    setAwaited(undefined)
    onSearch('')
    onChange(choice.value)
    submission.answer(true)
  }
  /** Chooses a suggestion by the rule, now or when the suggestions are loaded. */
  const take = (rule: Awaited) => {
    const choice = rule === 'first' ? choices[0] : onlyOf(choices, current?.text ?? '')
    setLeft(true)
    if (isSearching) setAwaited(rule)
    else if (choice) pick(choice)
  }
  useSettled(awaited, isSearching, (rule) => {
    setAwaited(undefined)
    if (isUnmatched) take(rule)
    if (!isSearching) submission.answer(true)
  })
  return {
    text: current?.text ?? (value === '' ? '' : (chosen?.label ?? valueLabel ?? '')),
    isUnmatched,
    error: isUnmatched && !awaited && (isLeft || error) ? unmatchedText : error,
    pick,
    take,
    type: (text: string) => {
      setTyped({ text, over: isTextReported ? text : value, isChosen: false })
      setAwaited(undefined)
      submission.answer(false)
      setLeft(false)
      onSearch(text)
      if (isTextReported || text === '') onChange(text)
    },
    leave: ({ currentTarget }: FocusEvent) => {
      // Another window got the focus: the field has it again when the user returns.
      if (document.activeElement === currentTarget) return
      onBlur?.()
      if (!isUnmatched) {
        setTyped(undefined)
        onSearch('')
      } else if (!awaited) take('only')
    },
  }
}

/** Calls `take` once the suggestions are loaded, after pending events. */
function useSettled(awaited: Awaited | undefined, isSearching: boolean, take: (rule: Awaited) => void) {
  const settle = useEffectEvent(take)
  useEffect(() => {
    if (!awaited || isSearching) return
    const timer = setTimeout(() => settle(awaited))
    return () => clearTimeout(timer)
  }, [awaited, isSearching])
}

/** The only suggestion, or the only one whose name is the text. */
function onlyOf(choices: readonly Choice[], text: string): Choice | undefined {
  const typed = nameKey(text)
  const named = choices.length === 1 ? choices : choices.filter(({ label }) => nameKey(label) === typed)
  return named.length === 1 ? named[0] : undefined
}

const nameKey = (name: string) => composed(name).trim().toLowerCase()

/** `awaits` starts waiting for the suggestions if needed, and returns whether it did; `answer(true)` lets a waiting submission go on. */
function useAwaitedSubmission(awaits: () => boolean) {
  const answers = useRef<((goesOn: boolean) => void)[]>([])
  const answer = (goesOn: boolean) => {
    for (const resolve of answers.current.splice(0)) resolve(goesOn)
  }
  useSubmissionWait(() => (awaits() ? new Promise((resolve) => answers.current.push(resolve)) : undefined))
  const cancel = useEffectEvent(() => answer(false))
  useEffect(() => () => cancel(), [])
  return { answer }
}
