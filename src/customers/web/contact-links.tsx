import { formatPhone, phoneHref } from '#lib/phone.rules.ts'
import { Link } from '#lib/ui/link.tsx'

/** A phone number as Swedes write it, to be called; one that cannot be read stands as it was typed. */
export function PhoneLink({ phone }: { phone: string }) {
  const href = phoneHref(phone)
  if (!href) return phone
  return (
    <Link to={href} isQuiet>
      <span className="whitespace-nowrap">{formatPhone(phone)}</span>
    </Link>
  )
}

export const EmailLink = ({ email }: { email: string }) => (
  <Link to={`mailto:${email}`} isQuiet>
    {email}
  </Link>
)
