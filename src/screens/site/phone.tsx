import { formatPhone, phoneHref } from '#shared/phone.rules.ts'
import type { PublicFacts } from './facts.ts'
import type { Moment } from './moment.rules.ts'

type PhoneLinkProps = {
  number: string
  className?: string
  /** The line of a receipt that the script fills in. */
  line?: string
}

/** A phone number as a tel: link. */
export function PhoneLink({ number, className = '', line }: PhoneLinkProps) {
  return (
    <a href={phoneHref(number)} data-line={line} className={`phone-number ${className}`}>
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
