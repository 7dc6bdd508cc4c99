import { memo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { parseTime } from './date-time.rules.ts'
import { asText, type BoundProps, useBoundField } from './field.tsx'
import { TextInput, type TextInputProps } from './text-field.tsx'

export type TimeInputProps = Omit<TextInputProps, 'type' | 'inputMode' | 'maxLength' | 'autoComplete'>

/**
 * A time of day as people type it: 805, 8.05, 8, 1730. The value is 'HH:MM' from the first key on that makes sense of it,
 * so Ctrl+Enter saves without leaving the field; what makes none is passed on as typed, for the schema to refuse.
 */
export const TimeInput = memo(function TimeInput({
  value,
  onChange,
  onBlur,
  placeholder = 'tt:mm',
  ...rest
}: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...rest}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text)
        onChange(parseTime(text) ?? text)
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
    />
  )
})

/** A time of day in a form. */
export function TimeField<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<TimeInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <TimeInput {...texts} {...field} value={asText(value)} />
}
