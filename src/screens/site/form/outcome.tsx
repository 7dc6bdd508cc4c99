// The messages above a submitted form, which take the focus with and without script.
import type { ReactNode } from 'react'
import { AlertIcon, DoneIcon } from '../drawings/icons.tsx'
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

export const ConfirmationBox = ({ text, next }: { text: string; next: string }) => (
  <Block tone="border-success bg-success-soft text-success-ink" icon={<DoneIcon className="mt-0.5 size-6" />}>
    <p className="font-bold text-lg">{text}</p>
    <p className="mt-1">{next}</p>
  </Block>
)
