import { type Ref, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { switchedClass, switchedOffClass } from './checkbox.tsx'
import type { Choice } from './choice.ts'
import { asText, type BoundProps, FieldLabel, type FieldTexts, fieldClass, useBoundField, useTied } from './field.tsx'

export type RadioGroupInputProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  choices: readonly Choice[]
  isInRow?: boolean
  isDisabled?: boolean
}

/** One of two to five that are all worth seeing, outside a form of react-hook-form. */
export function RadioGroupInput({
  hint,
  error,
  isRequired = false,
  inputRef,
  choices,
  isInRow = false,
  isDisabled = false,
  value,
  onChange,
  onBlur,
  name,
  ...texts
}: RadioGroupInputProps) {
  const ownName = useId()
  const { tied, notes } = useTied({ hint, error, isRequired })
  const { id, ...group } = tied
  return (
    <div {...group} role="radiogroup" aria-labelledby={id} className={fieldClass}>
      <FieldLabel {...texts} isRequired={isRequired} groupId={id} />
      <div className={`flex gap-x-5 ${isInRow ? 'flex-wrap' : 'flex-col'}`}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={`${switchedClass} ${isDisabled ? switchedOffClass : ''}`}>
            <input
              type="radio"
              name={name ?? ownName}
              {...(index === 0 && { ref: inputRef })}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
              disabled={isDisabled}
              className={`grid size-4.5 shrink-0 cursor-[inherit] appearance-none place-items-center rounded-full border bg-surface outline-offset-2 before:size-1.5 before:rounded-full before:bg-on-pine before:opacity-0 checked:border-pine checked:bg-pine checked:before:opacity-100 disabled:opacity-50 ${error ? 'border-danger' : 'border-line-strong hover:not-checked:border-ink-faint'}`}
            />
            <span>
              {choice.label}
              {choice.detail && <span className="block text-sm text-ink-soft">{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      {notes}
    </div>
  )
}

/** One of two to five, in a form. */
export function RadioGroup<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<RadioGroupInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <RadioGroupInput {...texts} {...field} value={asText(value)} />
}
