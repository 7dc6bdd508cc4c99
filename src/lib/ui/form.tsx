import { type FormEvent, type ReactNode, useRef } from 'react'
import {
  type FieldValues,
  type SubmitErrorHandler,
  type SubmitHandler,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form'
import { afterPaint } from '#lib/web/after-paint.ts'
import { submitOnShortcut } from './submit-on-shortcut.ts'
import { useUnsavedChangesPrompt } from './unsaved-changes.tsx'

export type FormProps<Values extends FieldValues, Out> = {
  form: UseFormReturn<Values, unknown, Out>
  /** Called with what the schema made of it. Tells its own failures (toast or form.setError). */
  onSubmit: SubmitHandler<Out & FieldValues>
  /** Called with the errors when the schema refuses; they are shown beside the fields anyway. */
  onInvalid?: SubmitErrorHandler<Values>
  children: ReactNode
  /** For screen readers, when no heading says it. */
  label?: string
  /** Leaving with unsaved text asks. On pages; a dialog has `hasUnsaved`. */
  warnsUnsaved?: boolean
  /** 'row' for a bar of fields such as the time entry. */
  layout?: 'column' | 'row'
}

/** Ctrl+Enter saves, the first wrong field gets the focus, and what was written stays until it is saved. */
export function Form<Values extends FieldValues, Out>({
  form,
  onSubmit,
  onInvalid,
  children,
  label,
  warnsUnsaved = false,
  layout = 'column',
}: FormProps<Values, Out>) {
  const isAsked = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog is inside the page's form for React, though not for the browser.
    event.stopPropagation()
    if (isAsked.current || form.formState.isSubmitting) return
    isAsked.current = true
    afterPaint(() => {
      isAsked.current = false
      void form.handleSubmit(onSubmit as SubmitHandler<Out>, onInvalid)()
    })
  }
  return (
    <form
      noValidate
      aria-label={label}
      onKeyDown={submitOnShortcut}
      onSubmit={submit}
      className={layout === 'column' ? 'flex flex-col gap-4' : 'contents'}
    >
      {children}
      {warnsUnsaved && <UnsavedChangesPrompt form={form} />}
    </form>
  )
}

function UnsavedChangesPrompt<Values extends FieldValues, Out>({
  form,
}: {
  form: UseFormReturn<Values, unknown, Out>
}) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  return useUnsavedChangesPrompt(isDirty && !isSubmitting)
}

/** The buttons at the end of a form on a page. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-2">
      {children}
      <span className="ml-auto text-xs text-ink-faint pointer-coarse:hidden">Ctrl + Enter sparar</span>
    </div>
  )
}
