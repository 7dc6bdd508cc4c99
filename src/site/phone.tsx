import { formatPhone, phoneHref } from '#lib/phone.rules.ts'

/** A phone number as a tel: link, without line breaks. */
export function PhoneLink({ number, className = '' }: { number: string; className?: string }) {
  return (
    <a href={phoneHref(number)} className={`whitespace-nowrap ${className}`}>
      {formatPhone(number)}
    </a>
  )
}
