import { Fragment } from 'react'
import { phonesIn } from '#shared/phone.rules.ts'
import { EmailText } from '#shared/ui/email-text.tsx'
import { Link } from '#shared/ui/link.tsx'

/** A `tel:` link in Swedish format for each number of the field, and the rest as plain text. */
export function PhoneLink({ phone }: { phone: string }) {
  return phonesIn(phone).map(({ label, href }, index, all) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the numbers of a text have no other key, and no state
    <Fragment key={index}>
      {href && all[index - 1]?.href && ', '}
      {href ? (
        <Link to={href} isQuiet>
          <span className="whitespace-nowrap">{label}</span>
        </Link>
      ) : (
        label
      )}
    </Fragment>
  ))
}

export const EmailLink = ({ email }: { email: string }) => (
  <Link to={`mailto:${email}`} isQuiet>
    <EmailText email={email} />
  </Link>
)
