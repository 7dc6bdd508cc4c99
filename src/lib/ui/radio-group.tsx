import type { Ref } from 'react'
import { RadioGroup as RacRadioGroup, RadioButton, RadioField } from 'react-aria-components/RadioGroup'
import type { FieldValues } from 'react-hook-form'
import type { Choice } from './choice.tsx'
import {
  asText,
  type BoundProps,
  FieldLabel,
  FieldNotes,
  type FieldTexts,
  fieldClass,
  useBoundField,
} from './field.tsx'

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
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  inputRef,
  choices,
  isInRow = false,
  value,
  ...rest
}: RadioGroupInputProps) {
  return (
    <RacRadioGroup
      {...rest}
      value={value || null}
      className={fieldClass}
      orientation={isInRow ? 'horizontal' : 'vertical'}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} />
      <div className={`flex gap-x-5 ${isInRow ? 'flex-wrap' : 'flex-col'}`}>
        {choices.map((choice, index) => (
          <RadioField key={choice.value} value={choice.value} {...(index === 0 && inputRef && { inputRef })}>
            <RadioButton className="group flex w-fit cursor-pointer items-center gap-2.5 py-1 text-base text-ink disabled:cursor-not-allowed disabled:text-ink-faint max-sm:min-h-11 focus-visible:outline-none">
              <span className="grid size-4.5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface outline-offset-2 transition-colors group-hover:border-ink-faint group-selected:border-pine group-selected:bg-pine group-invalid:border-danger group-focus-visible:outline-2 group-focus-visible:outline-focus group-disabled:opacity-50">
                <span className="size-1.5 rounded-full bg-on-pine opacity-0 group-selected:opacity-100" />
              </span>
              <span>
                {choice.label}
                {choice.detail && <span className="block text-sm text-ink-soft">{choice.detail}</span>}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldNotes hint={hint} error={error} />
    </RacRadioGroup>
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
