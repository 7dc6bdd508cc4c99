import { useState } from 'react'
import type { TextInputProps } from './text-field.tsx'

/** A field whose text is understood: a time of day, a date. */
export type ParsedInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'maxLength' | 'autoComplete' | 'action' | 'onKeyDown' | 'isSelectedOnFocus'
>

type Typed = Pick<TextInputProps, 'value' | 'onChange'> & {
  onBlur: (() => void) | undefined
  parse: (text: string) => string | undefined
}

/**
 * Shows what is typed as it is typed until the field is left, and passes on what it means from the first key on that makes
 * sense of it, so Ctrl+Enter saves without leaving the field; what makes none is passed on as typed.
 */
export function useParsedInput({ value, onChange, onBlur, parse }: Typed) {
  const [typed, setTyped] = useState<string>()
  const forget = () => setTyped(undefined)
  const field = {
    value: typed ?? value,
    onChange: (text: string) => {
      setTyped(text)
      onChange(parse(text) ?? text)
    },
    onBlur: () => {
      forget()
      onBlur?.()
    },
  }
  return { field, forget }
}
