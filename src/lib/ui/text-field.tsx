import { type HTMLInputAutoCompleteAttribute, memo, type Ref } from 'react'
import { Input, TextField as RacTextField } from 'react-aria-components/TextField'
import type { FieldValues } from 'react-hook-form'
import {
  asText,
  type BoundProps,
  FieldLabel,
  FieldNotes,
  type FieldTexts,
  fieldClass,
  inputClass,
  useBoundField,
} from './field.tsx'

export type TextInputProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  type?: 'text' | 'email' | 'tel' | 'url'
  placeholder?: string
  maxLength?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal'
  isReadOnly?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
}

/** One line of text outside a form of react-hook-form. */
export const TextInput = memo(function TextInput({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  inputRef,
  placeholder = '',
  ...rest
}: TextInputProps) {
  return (
    <RacTextField
      {...rest}
      className={fieldClass}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} />
      <Input ref={inputRef} placeholder={placeholder} className={inputClass} />
      <FieldNotes hint={hint} error={error} />
    </RacTextField>
  )
})

/** One line of text in a form. */
export function TextField<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<TextInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <TextInput {...texts} {...field} value={asText(value)} />
}
