import { type UseComboboxProps, useCombobox } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, memo, type Ref, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Choice } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import {
  asText,
  type BoundProps,
  FieldLabel,
  type FieldTexts,
  fieldClass,
  inputClass,
  useBoundField,
  useTied,
} from './field.tsx'

export type ComboboxInputProps = FieldTexts & {
  /** '' when nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  /** What is on offer for the text that `onSearch` told last. */
  choices: readonly Choice[]
  /** Called with what is typed; with '' when that was put away or something was chosen. */
  onSearch: (text: string) => void
  isSearching?: boolean
  /** There are more than `choices`. */
  hasMore?: boolean
  /** The label of `value` while it is not among `choices`. */
  valueLabel?: string
  placeholder?: string
  isDisabled?: boolean
  autoFocus?: boolean
}

/** One of many, found by typing, outside a form of react-hook-form. */
export const ComboboxInput = memo(function ComboboxInput({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  value,
  onChange,
  onBlur,
  inputRef,
  choices,
  onSearch,
  isSearching = false,
  hasMore = false,
  valueLabel,
  placeholder = 'Sök och välj',
  isDisabled = false,
  ...rest
}: ComboboxInputProps) {
  const { tied, notes } = useTied({ hint, error, isRequired })
  const box = useRef<HTMLDivElement>(null)
  const [picked, keep] = useState<Choice>()
  const chosen = [...choices, picked].find((choice) => choice?.value === value)
  const [text, setText] = useText(value, chosen?.label ?? valueLabel ?? '')
  const pick = (choice: Choice) => {
    keep(choice)
    setText(choice.label)
    onSearch('')
    onChange(choice.value)
  }
  const write = (written: string) => {
    setText(written)
    onSearch(written)
    if (written === '') onChange('')
  }
  const leave = () => {
    setText(undefined)
    onSearch('')
    onBlur?.()
  }
  const { isOpen, highlightedIndex, setHighlightedIndex, getItemProps, ...combobox } = useCombobox<Choice>({
    items: choices as Choice[],
    inputId: tied.id,
    inputValue: text,
    itemToString: (choice) => choice?.label ?? '',
    // Told of each pick, of what is chosen already too.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && pick(selectedItem),
    stateReducer,
  })
  useKeptHighlight(choices, highlightedIndex, setHighlightedIndex)
  const list = combobox.getMenuProps({ 'aria-label': label }, { suppressRefError: true })
  const input = combobox.getInputProps({
    ...{ ref: inputRef ?? null, disabled: isDisabled },
    ...{ onBlur: leave, onKeyDown: keepEscape(isOpen), onChange: (event) => write(event.currentTarget.value) },
  })
  // The list mounts and unmounts in a deferred render: the press or key is painted first.
  const isListMounted = useDeferredValue(isOpen)
  return (
    <div className={fieldClass}>
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} htmlFor={tied.id} />
      <div ref={box} className="relative">
        <input
          {...rest}
          {...input}
          {...tied}
          // Its label names it; downshift would have one of its own.
          aria-labelledby={undefined}
          placeholder={placeholder}
          className={`${inputClass} pr-9`}
        />
        <button
          {...combobox.getToggleButtonProps({ disabled: isDisabled })}
          type="button"
          aria-label={`${label}: visa förslag`}
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      </div>
      {notes}
      <p role="status" className="sr-only">
        {isOpen && !isSearching && countOf(choices)}
      </p>
      {isListMounted && (
        <ChoiceList {...{ list, getItemProps, choices, value, highlightedIndex, isSearching, hasMore }} beside={box} />
      )}
    </div>
  )
})

const countOf = ({ length }: readonly Choice[]) => (length === 1 ? '1 förslag' : `${length || 'Inga'} förslag`)

/** What is written, until the field is left or another value comes: then the label of the value. */
function useText(value: string, label: string) {
  const [written, setWritten] = useState<{ text: string; beside: string }>()
  const text = written?.beside === value ? written.text : label
  return [
    text,
    (next: string | undefined) => setWritten(next === undefined ? next : { text: next, beside: value }),
  ] as const
}

/**
 * Another list may come while one is looked through: what is highlighted stays so, wherever it stands now. Before the paint,
 * so that no key meets one list with the place in the other.
 */
function useKeptHighlight(choices: readonly Choice[], index: number, highlight: (index: number) => void) {
  const before = useRef(choices)
  useLayoutEffect(() => {
    const highlighted = before.current[index]
    if (before.current !== choices && highlighted) {
      highlight(choices.findIndex(({ value }) => value === highlighted.value))
    }
    before.current = choices
  }, [choices, index, highlight])
}

const changes = useCombobox.stateChangeTypes

/** A touch of the text opens nothing, and Escape empties nothing. */
const stateReducer: NonNullable<UseComboboxProps<Choice>['stateReducer']> = (state, { type, changes: next }) => {
  const changesNothing = type === changes.InputClick || (type === changes.InputKeyDownEscape && !state.isOpen)
  return changesNothing ? state : next
}

/** Escape closes the list; the dialog around it closes at the next one. */
const keepEscape = (isOpen: boolean) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && isOpen) event.stopPropagation()
}

/** One of many, found by typing, in a form. */
export function Combobox<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<ComboboxInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <ComboboxInput {...texts} {...field} value={asText(value)} />
}
