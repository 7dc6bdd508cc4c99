import { formatPhone, phoneHref } from '#lib/phone.rules.ts'
import { EmailText } from '#lib/ui/email-text.tsx'
import { Link } from '#lib/ui/link.tsx'

/** A `tel:` link in Swedish format; an unrecognized number is rendered as plain text. */
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
    <EmailText email={email} />
  </Link>
)
