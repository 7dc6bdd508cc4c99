import { formatPhone, phoneHref } from '#shared/phone.rules.ts'
import type { PublicFacts } from './facts.ts'
import type { Moment } from './moment.rules.ts'

/** A phone number as a tel: link. */
export function PhoneLink({ number, className = '' }: { number: string; className?: string }) {
  return (
    <a href={phoneHref(number)} className={`phone-number ${className}`}>
      {formatPhone(number)}
    </a>
  )
}

type OtherNumberProps = { facts: PublicFacts | undefined; moment: Moment; className: string; linkClass: string }

/**
 * The number that is not answered now, below the one that is: the emergency number in office hours, otherwise the
 * office's.
 */
export function OtherNumber({ facts, moment: { answered }, className, linkClass }: OtherNumberProps) {
  const isOffice = answered === undefined || answered.isEmergency
  const number = isOffice ? facts?.phone : facts?.emergencyPhone
  if (!number) return null
  return (
    <p className={className}>
      {isOffice ? 'När det är öppet' : 'Akut, dygnet runt'}: <PhoneLink number={number} className={linkClass} />
    </p>
  )
}
