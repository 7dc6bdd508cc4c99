import { Mail, Phone } from 'lucide-react'
import { formatPhone, phoneHref } from '#lib/phone.rules.ts'
import { LinkButton } from '#lib/ui/link-button.tsx'
import type { TicketContact } from '../ticket-contact.contract.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'

type Props = { contact: TicketContact; ticket: Pick<TicketRow, 'ticketNumber' | 'title'> }

/** Who to call or write to about the ticket, in one press each. */
export function Contact({ contact: { name, phone, email, hasReported }, ticket }: Props) {
  const number = phone && phoneHref(phone)
  const subject = encodeURIComponent(`[#${ticket.ticketNumber}] ${ticket.title}`)
  return (
    <Fact label={hasReported ? 'Anmält av' : 'Kontakt'}>
      {name}
      {phone && !number && <span className="block">{phone}</span>}
      {(number || email) && (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {phone && number && (
            <LinkButton to={number} size="sm" icon={Phone} accessibleName={`Ring ${formatPhone(phone)}`}>
              {formatPhone(phone)}
            </LinkButton>
          )}
          {email && (
            <LinkButton
              to={`mailto:${email}?subject=${subject}`}
              size="sm"
              icon={Mail}
              accessibleName={`Mejla ${email}`}
            >
              Mejla
            </LinkButton>
          )}
        </div>
      )}
    </Fact>
  )
}
