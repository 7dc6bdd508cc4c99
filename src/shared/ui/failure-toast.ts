import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { NotConfirmed } from '../web/confirmation-question.ts'
import { messageOf, putFieldErrors } from '../web/forms.ts'
import { showToast } from './toast.tsx'

/** Shows a failure with the error's message; none of a change that was not confirmed. Fields of `form` that the error concerns show their messages. */
export function showFailure<Values extends FieldValues, Out>(
  title: string,
  error: unknown,
  form?: UseFormReturn<Values, unknown, Out>,
): void {
  if (error instanceof NotConfirmed) return
  showToast({ title, text: messageOf(error), tone: 'error' })
  if (form) putFieldErrors(form, error)
}

/** Runs `action` and shows its failure, as `showFailure`, or `done`. Resolves to whether it succeeded; never rejects. */
export async function attempt<Values extends FieldValues, Out>(
  failed: string,
  action: () => Promise<unknown>,
  done?: string,
  form?: UseFormReturn<Values, unknown, Out>,
): Promise<boolean> {
  try {
    await action()
  } catch (error) {
    showFailure(failed, error, form)
    return false
  }
  if (done) showToast({ title: done, tone: 'success' })
  return true
}

/** Shows a failure of a form with a `FormFailure`: beside the fields that the error concerns, else in the form and as a toast. */
export function showFormFailure<Values extends FieldValues, Out>(
  title: string,
  error: unknown,
  form: UseFormReturn<Values, unknown, Out>,
): void {
  if (putFieldErrors(form, error)) return
  showFailure(title, error)
  form.setError('root', { message: messageOf(error) })
}
