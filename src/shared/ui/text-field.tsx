import { type HTMLInputAutoCompleteAttribute, type KeyboardEventHandler, memo, type ReactNode, useId } from 'react'
import { bindText, type ControlledProps } from './bound-field.tsx'
import { Field, inputClass, splitFieldProps } from './field.tsx'

export type TextInputProps = ControlledProps<HTMLInputElement> & {
  type?: 'text' | 'email' | 'tel' | 'url'
  placeholder?: string
  maxLength?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal'
  isReadOnly?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  onKeyDown?: KeyboardEventHandler
  /** Selects the text on focus, so that typing replaces it. */
  isSelectedOnFocus?: boolean
  /** A button inside the field, at its end. */
  action?: ReactNode
  /** Texts that are suggested while typing; any other is valid too. */
  suggestions?: readonly string[]
}

/** One line of text outside a form of react-hook-form. */
export const TextInput = memo(function TextInput(props: TextInputProps) {
  const { texts, control } = splitFieldProps(props)
  const {
    inputRef,
    onChange,
    isReadOnly,
    isDisabled,
    isSelectedOnFocus,
    action,
    suggestions,
    type = 'text',
    ...rest
  } = control
  const listId = useId()
  return (
    <Field texts={texts}>
      {(aria) => (
        <div className="relative">
          <input
            {...aria}
            {...rest}
            ref={inputRef}
            type={type}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...(isSelectedOnFocus && { onFocus: (event) => event.currentTarget.select() })}
            readOnly={isReadOnly}
            disabled={isDisabled}
            {...(suggestions && { list: listId })}
            className={`${inputClass} ${action ? 'pr-9 max-sm:pr-11' : ''}`}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
          {action && <div className="absolute inset-y-0 right-0">{action}</div>}
        </div>
      )}
    </Field>
  )
})

/** One line of text in a form. */
export const TextField = bindText(TextInput)
