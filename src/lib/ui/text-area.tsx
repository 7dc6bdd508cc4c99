import { memo, type Ref } from 'react'
import { TextArea as RacTextArea, TextField as RacTextField } from 'react-aria-components/TextField'
import type { FieldValues } from 'react-hook-form'
import {
  asText,
  type BoundProps,
  controlClass,
  FieldLabel,
  FieldNotes,
  type FieldTexts,
  fieldClass,
  useBoundField,
} from './field.tsx'

export type TextAreaInputProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLTextAreaElement>
  /** Specification 9: 3 for comments, 5 for a ticket's description, 15 for technical information. */
  rows: number
  maxLength?: number
  placeholder?: string
  isReadOnly?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  /** Even letter widths, for technical notes. */
  isCode?: boolean
}

/** Several lines of text outside a form of react-hook-form. */
export const TextAreaInput = memo(function TextAreaInput({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  inputRef,
  rows,
  placeholder = '',
  isCode = false,
  ...rest
}: TextAreaInputProps) {
  return (
    <RacTextField
      {...rest}
      className={fieldClass}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldLabel {...{ label, isRequired, isOptional, isLabelHidden }} />
      <RacTextArea
        ref={inputRef}
        rows={rows}
        placeholder={placeholder}
        spellCheck={!isCode}
        className={`${controlClass} resize-y px-2.5 py-2 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus ${isCode ? 'font-mono' : ''}`}
      />
      <FieldNotes hint={hint} error={error} />
    </RacTextField>
  )
})

/** Several lines of text in a form. */
export function TextArea<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<TextAreaInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <TextAreaInput {...texts} {...field} value={asText(value)} />
}
