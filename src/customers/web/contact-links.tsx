import { Link } from '#lib/ui/link.tsx'

/** A phone number as it was typed, to be called. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <Link to={`tel:${phone.replace(/[^\d+]/g, '')}`} isQuiet>
    {phone}
  </Link>
)

export const EmailLink = ({ email }: { email: string }) => (
  <Link to={`mailto:${email}`} isQuiet>
    {email}
  </Link>
)
