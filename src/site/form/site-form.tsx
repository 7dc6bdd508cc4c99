import type { ReactNode } from 'react'
import { FORM_TOKEN, HONEYPOT } from '#enquiries/forms.contract.ts'
import { emptyForm, type FormState } from '../form-state.ts'
import { FieldError } from './fields.tsx'
import { ConfirmationBox, ErrorSummary, ProblemBox } from './outcome.tsx'

type Props = {
  action: '/kontakt' | '/support'
  /** The id of the form's heading. */
  labelledBy: string
  submit: string
  /** The labels by field name, in the order of the error summary. */
  labels: Record<string, string>
  state: FormState | undefined
  phone: string | null | undefined
  /** What happens next, below the confirmation. */
  next: string
  children: ReactNode
}

/**
 * A form that works without script. The script renders the same messages: it copies the templates into `data-outcome` and
 * `data-error-of`.
 */
export function SiteForm({ action, labelledBy, submit, labels, state = emptyForm, phone, next, children }: Props) {
  const { errors, problem, sent } = state
  return (
    <>
      <div data-outcome="">
        {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} labels={labels} />}
        {problem && <ProblemBox text={problem} phone={phone} />}
        {sent && <ConfirmationBox text={sent} next={next} />}
      </div>
      <form method="post" action={action} noValidate aria-labelledby={labelledBy} className="flex flex-col gap-6">
        {children}
        <p className="trap" aria-hidden="true">
          <label htmlFor={HONEYPOT}>Lämna tomt</label>
          <input id={HONEYPOT} name={HONEYPOT} type="text" autoComplete="off" tabIndex={-1} />
        </p>
        <input type="hidden" name={FORM_TOKEN} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-1">
          <button
            type="submit"
            className="action cursor-pointer bg-accent text-on-accent shadow-low hover:bg-accent-hover aria-disabled:opacity-70"
          >
            {submit}
          </button>
          <p className="text-ink-soft text-md">
            Så hanterar vi dina uppgifter:{' '}
            <a href="/integritet" className="underline underline-offset-4">
              Integritet
            </a>
          </p>
        </div>
      </form>
      <template data-of="errors">
        <ErrorSummary errors={{}} labels={{}} />
      </template>
      <template data-of="problem">
        <ProblemBox text="" phone={phone} />
      </template>
      <template data-of="sent">
        <ConfirmationBox text="Skickat" next={next} />
      </template>
      <template data-of="error">
        <FieldError />
      </template>
    </>
  )
}
