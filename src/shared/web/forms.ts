import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { CallError } from './call.ts'

/** Shows the server's field errors beside their fields and focuses the first. False when the error concerns no field of the form. */
export function putFieldErrors<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof CallError)) return false
  // In the form's order, not the server's, so that the topmost field is focused.
  const known = Object.keys(form.getValues()).flatMap((name) => {
    const message = error.fields[name]
    return message === undefined ? [] : [[name, message] as const]
  })
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}

/** The current row, when the error is an edit conflict with a row that `schema` accepts. */
export function conflictingRow<Row>(schema: z.ZodType<Row>, error: unknown): Row | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined
  return schema.safeParse(error.current).data
}

/** After an edit conflict: what was typed stays, and is still asked about before the form is closed. */
export const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepFieldsRef: true } as const

/** The Swedish message of any error. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Något gick fel. Försök igen om en stund.'
