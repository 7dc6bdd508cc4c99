import { formatPhone, phoneHref } from '#lib/phone.rules.ts'

/** A phone number to read and to call. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a href={phoneHref(number)} className={className}>
      {formatPhone(number)}
    </a>
  )
}
