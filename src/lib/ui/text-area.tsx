import { memo, type Ref } from 'react'
import type { FieldValues } from 'react-hook-form'
import { asText, type BoundProps, controlClass, Field, type FieldTexts, useBoundField } from './field.tsx'

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
  onChange,
  isReadOnly = false,
  isDisabled = false,
  isCode = false,
  ...rest
}: TextAreaInputProps) {
  return (
    <Field {...{ label, hint, error, isRequired, isOptional, isLabelHidden }}>
      {(tied) => (
        <textarea
          {...tied}
          {...rest}
          ref={inputRef}
          onChange={(event) => onChange(event.currentTarget.value)}
          readOnly={isReadOnly}
          disabled={isDisabled}
          spellCheck={!isCode}
          className={`${controlClass} resize-y px-2.5 py-2 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus ${isCode ? 'font-mono' : ''}`}
        />
      )}
    </Field>
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
