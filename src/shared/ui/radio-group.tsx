import { useId } from 'react'
import { bindText, type ControlledProps } from './bound-field.tsx'
import type { Choice } from './choice.ts'
import { RadioFieldset, splitFieldProps } from './field.tsx'
import { toggleClass, toggleDisabledClass } from './toggle-class.ts'

export type RadioGroupInputProps = ControlledProps<HTMLInputElement> & {
  choices: readonly Choice[]
  isInRow?: boolean
  isDisabled?: boolean
}

/** A choice among two to five that should all be visible, outside a form of react-hook-form. */
export function RadioGroupInput(props: RadioGroupInputProps) {
  const ownName = useId()
  const { texts, control } = splitFieldProps(props)
  const { inputRef, choices, isInRow = false, isDisabled = false, value, onChange, onBlur, name = ownName } = control
  return (
    <RadioFieldset texts={texts}>
      <div className={`flex gap-x-5 ${isInRow ? 'flex-wrap' : 'flex-col'}`}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={`${toggleClass} ${isDisabled ? toggleDisabledClass : ''}`}>
            <input
              type="radio"
              name={name}
              {...(index === 0 && { ref: inputRef })}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
              disabled={isDisabled}
              className={`grid size-4.5 shrink-0 cursor-[inherit] appearance-none place-items-center rounded-full border bg-surface outline-offset-2 before:size-1.5 before:rounded-full before:bg-on-primary before:opacity-0 checked:border-primary checked:bg-primary checked:before:opacity-100 disabled:opacity-50 forced-colors:before:bg-system-highlight-text forced-colors:checked:bg-system-highlight forced-colors:disabled:border-system-gray ${texts.error ? 'border-danger' : 'border-line-strong hover:not-checked:border-ink-faint'}`}
            />
            <span>
              {choice.label}
              {choice.detail && <span className="block text-sm text-ink-soft">{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </RadioFieldset>
  )
}

/** A choice among two to five, in a form. */
export const RadioGroup = bindText(RadioGroupInput)
