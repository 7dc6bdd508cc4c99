// What the forms of second factors share.
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { NotConfirmed } from '#shared/web/confirmation-question.ts'
import { messageOf } from '#shared/web/forms.ts'
import { CODE_DIGITS } from '../code.rules.ts'
import { isAnswerLost } from './lost-answer.ts'

export const Code = z.string().length(CODE_DIGITS, 'Skriv de sex siffrorna')

/** Beside the field, whose text is selected so that typing replaces it; a lost connection leaves it as it is. */
export function showRefusal<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  field: FieldPath<Values>,
  error: unknown,
) {
  if (error instanceof NotConfirmed) return
  const message = messageOf(error)
  if (isAnswerLost(error)) return form.setError('root', { message })
  form.setError(field, { message })
  form.setFocus(field, { shouldSelect: true })
}
