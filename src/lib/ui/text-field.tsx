import { type HTMLInputAutoCompleteAttribute, type KeyboardEventHandler, memo, type ReactNode, type Ref } from 'react'
import type { FieldValues } from 'react-hook-form'
import { asText, type BoundProps, Field, type FieldTexts, inputClass, useBoundField } from './field.tsx'

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
  onKeyDown?: KeyboardEventHandler
  /** What is there is replaced by what is typed. */
  isSelectedOnFocus?: boolean
  /** A button inside the field, at its end. */
  action?: ReactNode
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
  onChange,
  isReadOnly = false,
  isDisabled = false,
  isSelectedOnFocus = false,
  action,
  type = 'text',
  ...rest
}: TextInputProps) {
  return (
    <Field {...{ label, hint, error, isRequired, isOptional, isLabelHidden }}>
      {(tied) => (
        <div className="relative">
          <input
            {...tied}
            {...rest}
            ref={inputRef}
            type={type}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...(isSelectedOnFocus && { onFocus: (event) => event.currentTarget.select() })}
            readOnly={isReadOnly}
            disabled={isDisabled}
            className={`${inputClass} ${action ? 'pr-9 max-sm:pr-11' : ''}`}
          />
          {action && <div className="absolute inset-y-0 right-0">{action}</div>}
        </div>
      )}
    </Field>
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
