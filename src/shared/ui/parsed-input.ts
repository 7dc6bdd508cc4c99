import { useState } from 'react'
import type { TextInputProps } from './text-field.tsx'

/** Props of a text input whose text is parsed: a time of day, a date. */
export type ParsedInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'maxLength' | 'autoComplete' | 'action' | 'onKeyDown' | 'isSelectedOnFocus'
>

type Options = Pick<TextInputProps, 'value' | 'onChange'> & {
  onBlur: (() => void) | undefined
  parse: (text: string) => string | undefined
}

/**
 * Shows the text as typed until blur, and reports its parsed value at each key, so that Ctrl+Enter submits without leaving the
 * field. Text that cannot be parsed is reported as typed. `clear` discards the typed text and shows `value`.
 */
export function useParsedInput({ value, onChange, onBlur, parse }: Options) {
  const [typed, setTyped] = useState<string>()
  const clear = () => setTyped(undefined)
  const field = {
    value: typed ?? value,
    onChange: (text: string) => {
      setTyped(text)
      onChange(parse(text) ?? text)
    },
    onBlur: () => {
      clear()
      onBlur?.()
    },
  }
  return { field, clear }
}
