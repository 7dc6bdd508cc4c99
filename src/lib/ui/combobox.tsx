import { type UseComboboxProps, useCombobox } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, memo, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { bindText, type ControlledProps } from './bound-field.tsx'
import type { Choice } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { Field, inputClass, splitFieldProps } from './field.tsx'

export type ComboboxInputProps = ControlledProps<HTMLInputElement> & {
  /** The suggestions for the text of the last `onSearch`. */
  choices: readonly Choice[]
  /** Called with the typed text; with '' when it was discarded or something was chosen. */
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
export const ComboboxInput = memo(function ComboboxInput(props: ComboboxInputProps) {
  const { texts, control } = splitFieldProps(props)
  const { name, value, choices, isSearching = false, hasMore = false, autoFocus, isDisabled = false } = control
  const { placeholder = 'Sök och välj' } = control
  const box = useRef<HTMLDivElement>(null)
  const { id, isOpen, input, toggle, list } = useSuggestions(props)
  // The list mounts and unmounts in a deferred render: the press or key is painted first.
  const isListMounted = useDeferredValue(isOpen)
  return (
    <Field texts={texts} id={id}>
      {(aria) => (
        <>
          <div ref={box} className="relative">
            <input
              {...{ name, autoFocus, placeholder }}
              {...input}
              {...aria}
              // Named by its label; downshift refers to a label of its own.
              aria-labelledby={undefined}
              className={`${inputClass} pr-9`}
            />
            <button
              {...toggle({ disabled: isDisabled })}
              type="button"
              aria-label={`${texts.label}: visa förslag`}
              className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink"
            >
              <ChevronDown aria-hidden="true" className="size-4" />
            </button>
          </div>
          <p role="status" className="sr-only">
            {isOpen && !isSearching && countOf(choices)}
          </p>
          {isListMounted && <ChoiceList {...list} {...{ choices, value, isSearching, hasMore }} anchor={box} />}
        </>
      )}
    </Field>
  )
})

/** Keys, roles and highlighting by downshift; the text and the choice are the caller's. */
function useSuggestions(props: ComboboxInputProps) {
  const id = useId()
  const { label, choices, inputRef = null, isDisabled = false } = props
  const { text, pick, type, leave } = useTextOrChoice(props)
  const { isOpen, highlightedIndex, setHighlightedIndex, getItemProps, ...combobox } = useCombobox<Choice>({
    items: choices as Choice[],
    inputId: id,
    inputValue: text,
    itemToString: (choice) => choice?.label ?? '',
    // Not kept by downshift: it then reports each pick, also of what is chosen already.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && pick(selectedItem),
    stateReducer,
  })
  useKeptHighlight(choices, highlightedIndex, setHighlightedIndex)
  const menu = combobox.getMenuProps({ 'aria-label': label }, { suppressRefError: true })
  return {
    id,
    isOpen,
    input: combobox.getInputProps({
      ...{ ref: inputRef, disabled: isDisabled },
      ...{ onBlur: leave, onKeyDown: keepEscape(isOpen), onChange: (event) => type(event.currentTarget.value) },
    }),
    toggle: combobox.getToggleButtonProps,
    list: { list: menu, getItemProps, highlightedIndex },
  }
}

const countOf = ({ length }: readonly Choice[]) => (length === 1 ? '1 förslag' : `${length || 'Inga'} förslag`)

/** The text of the input: as typed until blur or a new value, otherwise the label of the value. */
function useTextOrChoice({ value, onChange, onBlur, choices, onSearch, valueLabel }: ComboboxInputProps) {
  const [picked, setPicked] = useState<Choice>()
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const chosen = [...choices, picked].find((choice) => choice?.value === value)
  return {
    text: typed?.over === value ? typed.text : (chosen?.label ?? valueLabel ?? ''),
    pick: (choice: Choice) => {
      setPicked(choice)
      setTyped({ text: choice.label, over: value })
      onSearch('')
      onChange(choice.value)
    },
    type: (text: string) => {
      setTyped({ text, over: value })
      onSearch(text)
      if (text === '') onChange('')
    },
    leave: () => {
      setTyped(undefined)
      onSearch('')
      onBlur?.()
    },
  }
}

/**
 * Keeps the highlighted choice when the suggestions are replaced, whatever its new index. In a layout effect, so that no key
 * is handled with an index of the previous list.
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

/** A click in the text does not open the list, and Escape does not clear the text. */
const stateReducer: NonNullable<UseComboboxProps<Choice>['stateReducer']> = (state, { type, changes: next }) => {
  const changesNothing = type === changes.InputClick || (type === changes.InputKeyDownEscape && !state.isOpen)
  return changesNothing ? state : next
}

/** Escape closes the open list, and not the dialog around it. */
const keepEscape = (isOpen: boolean) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && isOpen) event.stopPropagation()
}

/** One of many, found by typing, in a form. */
export const Combobox = bindText(ComboboxInput)
