import { memo } from 'react'
import { bindText } from './bound-field.tsx'
import { parseTime } from './date-time.rules.ts'
import { type ParsedInputProps, useParsedInput } from './parsed-input.ts'
import { TextInput } from './text-field.tsx'

/**
 * A typed time of day: 805, 8.05, 8, 1730. The value is 'HH:MM' as soon as the text can be parsed, otherwise the text itself, which
 * the schema refuses. Outside a form of react-hook-form.
 */
export const TimeInput = memo(function TimeInput({ value, onChange, onBlur, ...rest }: ParsedInputProps) {
  const { field } = useParsedInput({ value, onChange, onBlur, parse: parseTime })
  return <TextInput placeholder="tt:mm" {...rest} {...field} inputMode="numeric" autoComplete="off" maxLength={8} />
})

/** A time of day in a form. */
export const TimeField = bindText(TimeInput)
