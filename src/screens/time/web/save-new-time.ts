import type { ReactNode } from 'react'
import type { NewTimeEntry, TimeEntry } from '#features/time/time.contract.ts'
import { useCreateTime } from '#features/time/web/time.api.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { messageOf, putFieldErrors } from '#shared/web/forms.ts'
import { formIdempotency } from '#shared/web/idempotency-key.ts'
import { useLongTimeQuestion } from './long-time-question.tsx'
import type { useNewTimeForm } from './time-form.ts'
import { useTimeQuestion } from './time-question.tsx'

type Saving = {
  /** The key given to `useFormRecovery`. */
  formKey: string
  onSaved: (saved: TimeEntry) => void
  /** Called after the failure is shown in the form and in a toast. */
  onFailed?: (error: unknown) => void
}

/** Saves a new entry once, however often it is retried. Render `question` beside the form. */
export function useSaveNewTime(
  form: ReturnType<typeof useNewTimeForm>,
  { formKey, onSaved, onFailed }: Saving,
): { save: (entry: NewTimeEntry) => Promise<void>; question: ReactNode } {
  const create = useCreateTime()
  const idempotency = formIdempotency(formKey)
  const { confirm, question: longQuestion } = useLongTimeQuestion()
  const { ask, question } = useTimeQuestion()
  const save = async (entry: NewTimeEntry) => {
    if (!(await confirm(entry))) return
    try {
      const answer = await ask((asks) => {
        const asked = { ...entry, asks }
        return create.mutateAsync({ entry: asked, idempotencyKey: idempotency.keyFor(asked) })
      })
      if (!answer) return
      idempotency.clear()
      showToast({ title: 'Tidrad sparad!', tone: 'success' })
      onSaved(answer.saved)
    } catch (error) {
      putFieldErrors(form, error)
      showToast({ title: `Kunde inte spara tidrad: ${messageOf(error)}`, tone: 'error' })
      onFailed?.(error)
    }
  }
  return { save, question: longQuestion ?? question }
}
