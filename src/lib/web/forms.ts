import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CallError } from './call.ts'

/** Puts what the server said about single fields beside them, the first one focused. False when no field of the form was named. */
export function putFieldErrors<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof CallError)) return false
  const known = Object.entries(error.fields).filter(([name]) => name in form.getValues())
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}

/** What to tell a person about any failure. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Något gick fel. Försök igen om en stund.'
