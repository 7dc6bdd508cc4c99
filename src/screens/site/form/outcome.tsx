// The messages above a submitted form, which take the focus with and without script.
import type { ReactNode } from 'react'
import type { UrgentAdvice } from '#features/company/answered-phone.rules.ts'
import { AlertIcon, DoneIcon } from '../drawings/icons.tsx'
import type { SentForm } from '../form-state.ts'
import { PhoneLink } from '../phone.tsx'

type BlockProps = { tone: string; icon: ReactNode; children: ReactNode }

const Block = ({ tone, icon, children }: BlockProps) => (
  // biome-ignore lint/a11y/noAutofocus: without script it is the only way to make a screen reader announce the outcome first
  <div tabIndex={-1} autoFocus className={`mb-8 flex gap-4 rounded-md border-l-4 p-5 ${tone}`}>
    {icon}
    <div className="min-w-0">{children}</div>
  </div>
)

type SummaryProps = { errors: Record<string, string>; labels: Record<string, string> }

export function ErrorSummary({ errors, labels }: SummaryProps) {
  const invalid = Object.keys(labels).filter((name) => errors[name])
  return (
    <Block tone="border-danger bg-danger-soft text-danger-ink" icon={<AlertIcon className="mt-0.5 size-6" />}>
      <p className="font-bold">Något saknas eller är fel. Inget har skickats än.</p>
      <ul className="mt-1 [&_a]:inline-flex [&_a]:min-h-9 [&_a]:items-center [&_a]:underline [&_a]:underline-offset-4">
        {invalid.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{errors[name]}</a>
          </li>
        ))}
      </ul>
    </Block>
  )
}

export const ProblemBox = ({ text, phone }: { text: string; phone: string | null | undefined }) => (
  <Block tone="border-danger bg-danger-soft text-danger-ink" icon={<AlertIcon className="mt-0.5 size-6" />}>
    <p data-text="" className="font-bold">
      {text}
    </p>
    {phone && (
      <p className="mt-1">
        Telefon: <PhoneLink number={phone} className="inline-flex min-h-9 items-center font-bold underline" />
      </p>
    )}
  </Block>
)

type ConfirmationProps = {
  sent: SentForm
  /** Whom to call, where an urgent matter can be reported. */
  urgent: UrgentAdvice | undefined
  /** What happens next. */
  next: string
  /** The link to an empty form. */
  again: { text: string; href: string }
}

/** The receipt. The script fills in the lines with `data-line`, and removes those that it has no text for. */
export const ConfirmationBox = ({ sent, urgent, next, again }: ConfirmationProps) => (
  <Block tone="border-success bg-success-soft text-success-ink" icon={<DoneIcon className="mt-0.5 size-6" />}>
    <p className="font-bold text-lg">{sent.text}</p>
    {sent.number !== undefined && (
      <p data-line="number" className="mt-1 font-semibold tabular-nums">
        {sent.number}
      </p>
    )}
    {sent.moment !== undefined && (
      <p data-line="moment" className="mt-1 text-balance tabular-nums">
        {sent.moment}
      </p>
    )}
    {sent.isUrgent && urgent ? <Call {...urgent} /> : <p className="mt-1">{next}</p>}
    <p className="mt-3">
      <a href={again.href} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        {again.text}
      </a>
    </p>
  </Block>
)

const Call = ({ text, number, promise }: UrgentAdvice) => (
  <>
    <p className="mt-1">
      <span data-line="advice">{text}</span>{' '}
      {number !== undefined && (
        <PhoneLink number={number} line="phone" className="inline-flex min-h-11 items-center font-bold underline" />
      )}
    </p>
    <p data-line="promise" className="mt-1">
      {promise}
    </p>
  </>
)
