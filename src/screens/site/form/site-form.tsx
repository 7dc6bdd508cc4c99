import type { ReactNode } from 'react'
import type { UrgentAdvice } from '#features/company/answered-phone.rules.ts'
import { ANONYMOUS_FILE_MAX_BYTES, ATTACHED_FILES_MAX } from '#features/files/files.contract.ts'
import { typesOfferedInForm } from '#features/files/picture-types.rules.ts'
import { FORM_TOKEN, HONEYPOT, PICTURES } from '#features/inbox/forms.contract.ts'
import { emptyForm, type FormState, type SentForm } from '../form-state.ts'
import { Now } from '../now.tsx'
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
  /** The line of when the answer comes, unless it is urgent. */
  moment: string | undefined
  /** Whom to call about an urgent matter, where one can be reported. */
  urgent?: UrgentAdvice | undefined
  /** What happens next, below the confirmation. */
  next: string
  /** The link from the receipt to an empty form. */
  again: string
  children: ReactNode
}

/**
 * A form that works without script. With script the same messages are rendered from the templates, into `data-outcome`
 * and `data-error-of`. An accepted form gives way to its receipt.
 */
export function SiteForm({ action, state = emptyForm, ...props }: Props) {
  const { sent } = state
  const { urgent, next } = props
  const again = { text: props.again, href: action }
  if (sent) return <ConfirmationBox sent={sent} urgent={urgent} next={next} again={again} />
  return (
    <>
      <OpenForm action={action} state={state} {...props} />
      <OutcomeTemplates phone={props.phone} urgent={urgent} next={next} again={again} />
    </>
  )
}

function OpenForm({ action, labelledBy, submit, labels, state = emptyForm, phone, moment, children }: Props) {
  const { errors, problem } = state
  return (
    <>
      <div data-outcome="">
        {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} labels={labels} />}
        {problem && <ProblemBox text={problem} phone={phone} />}
      </div>
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        noValidate
        aria-labelledby={labelledBy}
        className="flex flex-col gap-6"
      >
        {children}
        <p className="trap" aria-hidden="true">
          <label htmlFor={HONEYPOT}>Lämna tomt</label>
          <input id={HONEYPOT} name={HONEYPOT} type="text" autoComplete="off" tabIndex={-1} />
        </p>
        <input type="hidden" name={FORM_TOKEN} />
        <PicturesField />
        <Now name="moment">
          {moment && <p className="unless-urgent text-balance font-semibold tabular-nums">{moment}</p>}
        </Now>
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
    </>
  )
}

/** Of the receipt that the script fills in with what the server answers, as the page may have been open for hours. */
const receipt = (isUrgent: boolean): SentForm => ({ text: 'Skickat', isUrgent, number: '', moment: '' })
const advice: UrgentAdvice = { title: '', text: '', number: '', promise: '' }

type TemplateProps = Pick<Props, 'phone' | 'urgent' | 'next'> & { again: { text: string; href: string } }

/** The templates that the script copies. */
const OutcomeTemplates = ({ phone, urgent, next, again }: TemplateProps) => (
  <>
    <template data-of="errors">
      <ErrorSummary errors={{}} labels={{}} />
    </template>
    <Now name="problem">
      <template data-of="problem">
        <ProblemBox text="" phone={phone} />
      </template>
    </Now>
    <template data-of="sent">
      <ConfirmationBox sent={receipt(false)} urgent={undefined} next={next} again={again} />
    </template>
    {urgent && (
      <template data-of="sent-urgent">
        <ConfirmationBox sent={receipt(true)} urgent={advice} next={next} again={again} />
      </template>
    )}
    <template data-of="error">
      <FieldError />
    </template>
  </>
)

/**
 * The files come after the text, so that the server can validate the text before it reads them. A phone also offers its
 * camera.
 */
const PicturesField = () => (
  <div>
    <label htmlFor={PICTURES} className="block font-semibold">
      Bilder <span className="font-normal text-ink-soft text-md">(valfritt)</span>
    </label>
    <p id={`${PICTURES}-hint`} className="text-ink-soft text-md">
      {`Till exempel ett foto eller en skärmbild. Högst ${ATTACHED_FILES_MAX} bilder, var och en högst ${ANONYMOUS_FILE_MAX_BYTES / 1024 ** 2} MB.`}
    </p>
    {/* Without script the browser's own button, which is in its own language. */}
    <div className="group relative mt-2">
      <input
        id={PICTURES}
        name={PICTURES}
        type="file"
        multiple
        accept={typesOfferedInForm.join(',')}
        aria-describedby={`${PICTURES}-hint`}
        className="peer block w-full text-md file:mr-4 file:h-12 file:rounded-md file:border-2 file:border-line-strong file:bg-canvas file:px-5 file:font-semibold file:text-ink in-data-enhanced:absolute in-data-enhanced:inset-0 in-data-enhanced:h-12 in-data-enhanced:cursor-pointer in-data-enhanced:opacity-0"
      />
      <div
        aria-hidden="true"
        className="hidden min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-md text-md outline-offset-3 outline-focus peer-focus-visible:outline-3 in-data-enhanced:flex"
      >
        <span className="flex h-12 items-center rounded-md border-2 border-line-strong bg-canvas px-5 font-semibold group-hover:border-ink-soft">
          Välj bilder
        </span>
        <span data-chosen="" data-none="Inga bilder valda" className="min-w-0 wrap-anywhere text-ink-soft">
          Inga bilder valda
        </span>
      </div>
      <p role="status" data-chosen="" data-none="" className="sr-only" />
    </div>
  </div>
)
