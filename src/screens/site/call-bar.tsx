import { formatPhone, phoneHref } from '#shared/phone.rules.ts'
import { PhoneIcon } from './drawings/icons.tsx'
import type { Moment } from './moment.rules.ts'

/**
 * A bar with the number that is answered now, for small screens, sticky unless they are low; at the end of the page it
 * covers no content. On the form's page, CSS shows the urgent number instead while Akut is checked.
 */
export function CallBar({ moment: { answered, urgent, open } }: { moment: Moment }) {
  if (!answered) return null
  const hasUrgentNumber = urgent?.number !== undefined && urgent.number !== answered.number
  return (
    <aside
      aria-label="Ring oss"
      className="call-bar sticky low:static bottom-0 z-10 border-line border-t bg-raised px-5 py-2.5 shadow-high rail:hidden"
    >
      <Call
        {...answered}
        text={open?.text ?? 'Ring oss direkt'}
        className={`flex ${hasUrgentNumber ? 'unless-urgent' : ''}`}
      />
      {hasUrgentNumber && urgent.number && (
        <Call number={urgent.number} isEmergency text="Akut? Jouren svarar dygnet runt" className="when-urgent" />
      )}
    </aside>
  )
}

type CallProps = { number: string; isEmergency: boolean; text: string; className: string }

const Call = ({ number, isEmergency, text, className }: CallProps) => (
  <div className={`mx-auto max-w-lg items-center justify-between gap-4 ${className}`}>
    <p className="text-base text-ink-soft leading-snug">{text}</p>
    <a
      href={phoneHref(number)}
      className="flex min-h-12 items-center gap-2.5 whitespace-nowrap rounded-md bg-primary px-4 forced-colors:border font-semibold text-md text-on-primary tabular-nums leading-tight"
    >
      <PhoneIcon className="size-5" />
      <span>
        {isEmergency && <span className="block">Ring jouren</span>} {formatPhone(number)}
      </span>
    </a>
  </div>
)
