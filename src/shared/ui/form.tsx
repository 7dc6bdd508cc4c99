import type { FormEvent, ReactNode } from 'react'
import {
  type FieldValues,
  type SubmitErrorHandler,
  type SubmitHandler,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form'
import { useAwaitsAnswer } from '../web/awaits-answer.ts'
import { useSingleFlight } from '../web/single-flight.ts'
import { SubmissionWaits, useSubmissionWaits } from './submission-waits.ts'
import { submitOnShortcut } from './submit-on-shortcut.ts'
import { dismissErrors } from './toast.tsx'
import { useUnsavedChangesPrompt } from './unsaved-changes.ts'

export type FormProps<Values extends FieldValues, Out> = {
  form: UseFormReturn<Values, unknown, Out>
  /** Called with the parsed values. Reports its own failures (toast or form.setError). */
  onSubmit: SubmitHandler<Out & FieldValues>
  /** Called with the errors when validation fails; they are shown beside the fields anyway. */
  onInvalid?: SubmitErrorHandler<Values>
  children: ReactNode
  /** Accessible name, where no heading names the form. */
  label?: string
  /** Asks before the page is left with unsaved changes. In a dialog use its `hasUnsaved`. */
  warnsUnsaved?: boolean
  /** The typed text is stored on the device, so the tab may be closed without confirmation. */
  isOnDevice?: boolean
  /** 'row' for a bar of fields such as the time entry. */
  layout?: 'column' | 'row'
}

/**
 * Ctrl+Enter submits, and the first invalid field is focused. Submits the values at the time of the press: they are validated in
 * the same task, and presses during a submission are ignored. Waits for a field whose suggestions are not loaded.
 */
export function Form<Values extends FieldValues, Out>({
  form,
  onSubmit,
  onInvalid,
  children,
  label,
  warnsUnsaved = false,
  isOnDevice = false,
  layout = 'column',
}: FormProps<Values, Out>) {
  const { waits, afterWaits } = useSubmissionWaits()
  const submitOnce = useSingleFlight(() => {
    dismissErrors()
    return afterWaits(() => form.handleSubmit(onSubmit as SubmitHandler<Out>, onInvalid)())
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events through portals, and a form in a dialog must not submit the page's form around it.
    event.stopPropagation()
    submitOnce()
  }
  return (
    <form
      // If submitted before the app's code runs, the browser must not put the fields into the URL.
      method="post"
      noValidate
      aria-label={label}
      onKeyDown={submitOnShortcut}
      onSubmit={submit}
      className={layout === 'column' ? 'flex flex-col gap-4' : 'contents'}
    >
      <SubmissionWaits value={waits}>{children}</SubmissionWaits>
      {warnsUnsaved && <UnsavedChangesPrompt form={form} isOnDevice={isOnDevice} />}
    </form>
  )
}

function UnsavedChangesPrompt<Values extends FieldValues, Out>({
  form,
  isOnDevice,
}: {
  form: UseFormReturn<Values, unknown, Out>
  isOnDevice: boolean
}) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  // A form that waits for an answer is not saved yet, and may never be.
  const awaitsAnswer = useAwaitsAnswer()
  useUnsavedChangesPrompt(isDirty && (!isSubmitting || awaitsAnswer), isOnDevice)
  return null
}

/** The buttons at the end of a form on a page, not in a dialog. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-2">
      {children}
      <span className="ml-auto text-xs text-ink-faint pointer-coarse:hidden">Ctrl + Enter sparar</span>
    </div>
  )
}
