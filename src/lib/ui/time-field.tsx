import { memo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { parseTime } from './date-time.rules.ts'
import { asText, type BoundProps, useBoundField } from './field.tsx'
import { type ParsedInputProps, useParsedInput } from './parsed-input.ts'
import { TextInput } from './text-field.tsx'

/**
 * A time of day as people type it: 805, 8.05, 8, 1730. The value is 'HH:MM' from the first key on that makes sense of it;
 * what makes none is passed on as typed, for the schema to refuse. Outside a form of react-hook-form.
 */
export const TimeInput = memo(function TimeInput({ value, onChange, onBlur, ...rest }: ParsedInputProps) {
  const { field } = useParsedInput({ value, onChange, onBlur, parse: parseTime })
  return <TextInput placeholder="tt:mm" {...rest} {...field} inputMode="numeric" autoComplete="off" maxLength={8} />
})

/** A time of day in a form. */
export function TimeField<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<ParsedInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <TimeInput {...texts} {...field} value={asText(value)} />
}
