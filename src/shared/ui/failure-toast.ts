import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { messageOf, putFieldErrors } from '../web/forms.ts'
import { showToast } from './toast.tsx'

/** Shows that something failed, with the error's message. The fields of `form` that the error names show theirs. */
export function showFailure<Values extends FieldValues, Out>(
  title: string,
  error: unknown,
  form?: UseFormReturn<Values, unknown, Out>,
): void {
  showToast({ title, text: messageOf(error), tone: 'error' })
  if (form) putFieldErrors(form, error)
}

/** Runs `action`, and shows its failure or that it is `done`. Resolves to whether it succeeded; never rejects. */
export async function attempt(failed: string, action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action()
  } catch (error) {
    showFailure(failed, error)
    return false
  }
  if (done) showToast({ title: done, tone: 'success' })
  return true
}

/** Shows that a form with a `FormFailure` failed: beside the fields that the error names, else in the form and as a toast. */
export function showFormFailure<Values extends FieldValues, Out>(
  title: string,
  error: unknown,
  form: UseFormReturn<Values, unknown, Out>,
): void {
  if (putFieldErrors(form, error)) return
  showFailure(title, error)
  form.setError('root', { message: messageOf(error) })
}
