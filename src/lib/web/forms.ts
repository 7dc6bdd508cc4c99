import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CallError } from './call.ts'

/** Puts what the server said about single fields beside them, the first one focused. False when no field of the form was named. */
export function putFieldErrors<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof CallError)) return false
  // In the form's order, not the server's: the first one a person meets gets the focus.
  const known = Object.keys(form.getValues()).flatMap((name) => {
    const message = error.fields[name]
    return message === undefined ? [] : [[name, message] as const]
  })
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}

/** What to tell a person about any failure. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Något gick fel. Försök igen om en stund.'
