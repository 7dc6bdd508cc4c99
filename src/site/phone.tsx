import { formatPhone, phoneHref } from '#lib/phone.rules.ts'

/** A phone number to read and to call; it is never broken over two lines. */
export function PhoneLink({ number, className = '' }: { number: string; className?: string }) {
  return (
    <a href={phoneHref(number)} className={`whitespace-nowrap ${className}`}>
      {formatPhone(number)}
    </a>
  )
}
