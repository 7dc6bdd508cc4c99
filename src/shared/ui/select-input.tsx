import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, memo } from 'react'
import type { ControlledProps } from './bound-field.tsx'
import type { Choice } from './choice.ts'
import { controlClass, Field, splitFieldProps } from './field.tsx'
import { SaveStatus } from './save-status.tsx'
import { useSavedChoice } from './saved-choice.ts'

export type SelectInputProps = ControlledProps<HTMLSelectElement> & {
  choices: readonly Choice[]
  /** Adds a first choice with the value '': 'Alla kunder', 'Ingen'. */
  emptyLabel?: string
  placeholder?: string
  isDisabled?: boolean
  /** Looks disabled and does not open, but stays in the tab order: what it depends on is still to be chosen. */
  isInactive?: boolean
}

/** A choice among a few, outside a form of react-hook-form (filters). For more than fifteen use Combobox. */
export const SelectInput = memo(function SelectInput(props: SelectInputProps) {
  const { texts, control } = splitFieldProps(props)
  const { value, onChange, inputRef, choices, emptyLabel, placeholder = 'Välj', isDisabled, ...rest } = control
  const { isInactive = false, ...select } = rest
  const isChosen = Boolean(emptyLabel && !value) || choices.some((choice) => choice.value === value)
  return (
    <Field texts={texts}>
      {(aria) => (
        <div className="relative">
          <select
            {...aria}
            {...select}
            aria-disabled={isInactive || undefined}
            ref={inputRef}
            value={isChosen ? value : NOTHING}
            onKeyDown={isInactive ? keepClosed : keepEscape}
            onMouseDown={isInactive ? (event) => event.preventDefault() : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
            disabled={isDisabled}
            className={`${controlClass} h-9 text-ellipsis pr-8 pl-2.5 whitespace-nowrap max-sm:h-11 outside:h-12 ${isInactive ? 'cursor-not-allowed border-line! bg-sunken! text-ink-faint!' : `cursor-pointer ${isChosen ? '' : 'text-ink-faint'}`}`}
          >
            {!isChosen && (
              <option value={NOTHING} disabled hidden>
                {placeholder}
              </option>
            )}
            {emptyLabel && <option value="">{emptyLabel}</option>}
            {choices.map(({ value: key, label: text, detail }) => (
              <option key={key} value={key}>
                {detail ? `${text}: ${detail}` : text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-0 right-2.5 h-full w-4 text-ink-faint"
          />
        </div>
      )}
    </Field>
  )
})

/** Escape closes an open styled list (`appearance: base-select`), not the dialog around it. */
export function keepEscape(event: KeyboardEvent<HTMLSelectElement>) {
  const isListStyled = CSS.supports('appearance: base-select')
  if (event.key === 'Escape' && isListStyled && event.currentTarget.matches(':open')) event.stopPropagation()
}

const keepClosed = (event: KeyboardEvent<HTMLSelectElement>) => {
  if ([' ', 'Enter', 'ArrowDown', 'ArrowUp', 'F4'].includes(event.key) && !event.ctrlKey) event.preventDefault()
}

/** The value of the placeholder's option, which is shown for a value that is not, or not yet, among the choices. */
const NOTHING = ' '

export type SavedSelectProps = Omit<SelectInputProps, 'onChange' | 'onBlur' | 'name' | 'inputRef' | 'status'> & {
  /** Saves the choice and reports its own failures. The promise settles when the server has responded. */
  onSave: (value: string) => Promise<unknown>
}

/**
 * A select whose choice is saved at once: shows the choice while the request is in flight, then `value`, and whether it is saved.
 */
export function SavedSelect({ value, onSave, ...select }: SavedSelectProps) {
  const { shown, save, state } = useSavedChoice(value, onSave)
  return <SelectInput {...select} value={shown} onChange={save} status={<SaveStatus state={state} />} />
}
