import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { readableAddress } from '#shared/email.rules.ts'
import { phonesIn } from '#shared/phone.rules.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import type { TicketContact } from '../ticket-contacts.contract.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'

type Props = { contact: TicketContact; ticket: Pick<TicketRow, 'ticketNumber' | 'title'> }

/** Whom to call or write to about the ticket, in one press each. */
export function Contact({ contact: { name, phone, email, hasReported }, ticket }: Props) {
  const phones = phone ? phonesIn(phone) : []
  const numbers = phones.flatMap(({ label, href }) => (href ? [{ label, href }] : []))
  const subject = encodeURIComponent(`[#${ticket.ticketNumber}] ${ticket.title}`)
  return (
    <Fact label={hasReported ? 'Anmält av' : 'Kontakt'}>
      {readableAddress(name)}
      {phone && numbers.length === 0 && <span className="block">{phone}</span>}
      {(numbers.length > 0 || email) && (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {numbers.map(({ label, href }) => (
            <LinkButton key={label} to={href} size="sm" icon={Phone} accessibleName={`Ring ${label}`}>
              {label}
            </LinkButton>
          ))}
          {email && (
            <LinkButton
              to={`mailto:${email}?subject=${subject}`}
              size="sm"
              icon={Mail}
              accessibleName={`Mejla ${readableAddress(email)}`}
            >
              Mejla
            </LinkButton>
          )}
        </div>
      )}
    </Fact>
  )
}
