import { type KeyboardEventHandler, memo } from 'react'
import { bindText, type ControlledProps } from './bound-field.tsx'
import { controlClass, Field, focusClass, splitFieldProps } from './field.tsx'

export type TextAreaInputProps = ControlledProps<HTMLTextAreaElement> & {
  /** 3 for comments, 5 for a ticket's description, 15 for technical information (specification 9). */
  rows: number
  maxLength?: number
  placeholder?: string
  isReadOnly?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  /** Monospaced, for technical notes. */
  isCode?: boolean
  onKeyDown?: KeyboardEventHandler | undefined
  /** The caret or the selection has moved. */
  onSelect?: () => void
  onInput?: () => void
  /** The list of suggestions beside it, and the highlighted one. */
  'aria-autocomplete'?: 'list'
  'aria-controls'?: string | undefined
  'aria-activedescendant'?: string | undefined
}

/** Several lines of text outside a form of react-hook-form. */
export const TextAreaInput = memo(function TextAreaInput(props: TextAreaInputProps) {
  const { texts, control } = splitFieldProps(props)
  const { inputRef, onChange, isReadOnly, isDisabled, isCode = false, ...rest } = control
  return (
    <Field texts={texts}>
      {(aria) => (
        <textarea
          {...aria}
          {...rest}
          ref={inputRef}
          onChange={(event) => onChange(event.currentTarget.value)}
          readOnly={isReadOnly}
          disabled={isDisabled}
          spellCheck={!isCode}
          className={`${controlClass} resize-y px-2.5 py-2 ${focusClass} ${isCode ? 'font-mono' : ''}`}
        />
      )}
    </Field>
  )
})

/** Several lines of text in a form. */
export const TextArea = bindText(TextAreaInput)
