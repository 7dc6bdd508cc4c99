import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { TextInput } from '#shared/ui/text-field.tsx'
import { CODE_DIGITS, digitsOf } from '../code.rules.ts'

type Props<Values extends FieldValues, Out> = {
  control: Control<Values, unknown, Out>
  name: Path<Values>
  label?: string
  hint?: string
}

/** The code of an authenticator app, typed or pasted. The last digit submits the form. */
export function CodeField<Values extends FieldValues, Out>({
  control,
  name,
  label = 'Kod från appen',
  hint,
}: Props<Values, Out>) {
  const { field, fieldState } = useController({ control, name })
  const change = (text: string) => {
    const code = digitsOf(text)
    const isNew = code !== field.value
    field.onChange(code)
    if (isNew && code.length === CODE_DIGITS) formOf(name)?.requestSubmit()
  }
  return (
    <TextInput
      label={label}
      hint={hint}
      error={fieldState.error?.message}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      name={name}
      value={field.value}
      onChange={change}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}

/** The form of the focused field, whose change this is. */
const formOf = (name: string) => {
  const { activeElement } = document
  return activeElement instanceof HTMLInputElement && activeElement.name === name ? activeElement.form : null
}
