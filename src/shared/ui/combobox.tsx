import { type UseComboboxProps, useCombobox } from 'downshift'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type MouseEvent, memo, useDeferredValue, useId, useLayoutEffect, useRef } from 'react'
import { bindText, type ControlledProps } from './bound-field.tsx'
import type { Choice } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { useTextOrChoice } from './combobox-text.ts'
import { Field, inputClass, splitFieldProps } from './field.tsx'

export type ComboboxInputProps = ControlledProps<HTMLInputElement> & {
  /** The suggestions for the text of the last `onSearch`. */
  choices: readonly Choice[]
  /** Called with the typed text, and with '' when it was discarded or something was chosen. */
  onSearch: (text: string) => void
  isSearching?: boolean
  /** There are more than `choices`. */
  hasMore?: boolean
  /** The label of `value` while it is not among `choices`. */
  valueLabel?: string
  placeholder?: string
  isDisabled?: boolean
  autoFocus?: boolean
  /** Reports typed text as the value, as date fields do with an invalid date. Otherwise the value stays until another is chosen. */
  isTextReported?: boolean
  /** The error of text that was left without a choice. */
  unmatchedText?: string
}

/** A choice among many, found by typing, outside a form of react-hook-form. */
export const ComboboxInput = memo(function ComboboxInput(props: ComboboxInputProps) {
  const { texts, control } = splitFieldProps(props)
  const { name, value, choices, isSearching = false, hasMore = false, autoFocus, isDisabled = false } = control
  const { placeholder = 'Sök och välj' } = control
  const box = useRef<HTMLDivElement>(null)
  const { id, isOpen, error, input, toggle, list } = useSuggestions(props)
  // The list mounts and unmounts in a deferred render, so that the press or key is painted first.
  const isListMounted = useDeferredValue(isOpen)
  return (
    <Field texts={{ ...texts, error }} id={id}>
      {(aria) => (
        <>
          <div ref={box} className="relative">
            <input
              name={name}
              // biome-ignore lint/a11y/noAutofocus: decided by the dialog or page
              autoFocus={autoFocus}
              placeholder={placeholder}
              {...input}
              {...aria}
              // The field's own label names it; downshift would refer to one that does not exist.
              aria-labelledby={undefined}
              className={`${inputClass} pr-9`}
            />
            <button
              {...toggle({ disabled: isDisabled })}
              type="button"
              onMouseDown={keepFocus}
              aria-label={`${texts.label}: visa förslag`}
              className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink"
            >
              <ChevronDown aria-hidden="true" className="size-4" />
            </button>
          </div>
          <p role="status" className="sr-only">
            {isOpen && !isSearching && countOf(choices)}
          </p>
          {isListMounted && (
            <ChoiceList
              {...list}
              choices={choices}
              value={value}
              isSearching={isSearching}
              hasMore={hasMore}
              anchor={box}
            />
          )}
        </>
      )}
    </Field>
  )
})

/** A press on the arrow or on the list's scroll bar does not take the focus from the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Keys, roles and highlighting by downshift; the text and the choice are the caller's. */
function useSuggestions(props: ComboboxInputProps) {
  const id = useId()
  const { label, choices, inputRef = null, isDisabled = false, isSearching = false } = props
  const { text, isUnmatched, error, pick, take, type, leave } = useTextOrChoice(props)
  const { isOpen, highlightedIndex, setHighlightedIndex, getItemProps, closeMenu, ...combobox } = useCombobox<Choice>({
    items: choices as Choice[],
    inputId: id,
    inputValue: text,
    itemToString: (choice) => choice?.label ?? '',
    // Always null, so that downshift reports each choice, also of the current value.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && pick(selectedItem),
    stateReducer,
  })
  useSteadyHighlight(choices, highlightedIndex, setHighlightedIndex)
  // Enter chooses the highlighted one, so nothing is highlighted before the suggestions for the typed text are loaded.
  const hasNewHits = isUnmatched && !isSearching && choices.length > 0
  useFirstHighlight(isOpen && hasNewHits && highlightedIndex < 0, setHighlightedIndex)
  const press = (event: KeyboardEvent) => {
    if (!isOpen) return
    // Escape closes the open list, not the dialog around it.
    if (event.key === 'Escape') event.stopPropagation()
    const highlighted = choices[highlightedIndex]
    if ((event.key !== 'Enter' && event.key !== 'Tab') || !(highlighted || isUnmatched)) return
    // Not left to downshift, which reports after the event: Ctrl+Enter must submit the choice, and Tab leaves the field.
    if (highlighted) pick(highlighted)
    else take('first')
    closeMenu()
    if (event.key === 'Tab') return
    event.preventDefault()
    Object.assign(event, { preventDownshiftDefault: true })
  }
  const menu = combobox.getMenuProps({ 'aria-label': label, onMouseDown: keepFocus }, { suppressRefError: true })
  return {
    id,
    isOpen,
    error,
    input: combobox.getInputProps({
      ref: inputRef,
      disabled: isDisabled,
      onBlur: leave,
      onKeyDown: press,
      onChange: (event) => type(event.currentTarget.value),
    }),
    toggle: combobox.getToggleButtonProps,
    list: { list: menu, getItemProps, highlightedIndex },
  }
}

const countOf = ({ length }: readonly Choice[]) => (length === 1 ? '1 förslag' : `${length || 'Inga'} förslag`)

/**
 * Highlights the same choice at its new index when the suggestions are replaced. In a layout effect, so that no key is handled
 * with an index of the previous list.
 */
function useSteadyHighlight(choices: readonly Choice[], index: number, highlight: (index: number) => void) {
  const before = useRef(choices)
  useLayoutEffect(() => {
    const highlighted = before.current[index]
    if (before.current !== choices && highlighted) {
      highlight(choices.findIndex(({ value }) => value === highlighted.value))
    }
    before.current = choices
  }, [choices, index, highlight])
}

function useFirstHighlight(isMissing: boolean, highlight: (index: number) => void) {
  useLayoutEffect(() => {
    if (isMissing) highlight(0)
  }, [isMissing, highlight])
}

const changes = useCombobox.stateChangeTypes

/** A click in the text must not open the list, and Escape must not clear the text. */
const stateReducer: NonNullable<UseComboboxProps<Choice>['stateReducer']> = (state, { type, changes: next }) => {
  const changesNothing = type === changes.InputClick || (type === changes.InputKeyDownEscape && !state.isOpen)
  return changesNothing ? state : next
}

/** A choice among many, found by typing, in a form. Text without a choice becomes the value, which the schema refuses. */
export const Combobox = bindText((props: ComboboxInputProps) => <ComboboxInput {...props} isTextReported />)
