import type { ReactNode } from 'react'
import { customerPath } from '#features/customers/customers.rules.ts'
import { EmailLink, PhoneLink } from '#features/customers/web/contact-links.tsx'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import type { ContactToCall, CustomerScreen } from '../customer-screen.contract.ts'

export function ContactsToCall({ customerId, rows, total }: { customerId: string } & CustomerScreen['contacts']) {
  const all = customerPath(customerId, '/contacts')
  return (
    <Card
      title="Kontakter att ringa"
      action={<Link to={all}>{total > rows.length ? `Alla ${total} kontakter` : 'Alla kontakter'}</Link>}
    >
      {rows.length === 0 ? (
        <p className="text-ink-soft">Inga kontakter ännu. Lägg till dem du ringer och som anmäler ärenden.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
          {rows.map((contact) => (
            <li key={contact.id} className="min-w-0">
              <Person {...contact} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Person({ name, title, phone, mobile, email }: ContactToCall) {
  return (
    <>
      {name !== email && <p className="font-semibold">{name}</p>}
      {title && <p className="text-ink-soft text-sm">{title}</p>}
      {mobile && (
        <Line>
          <PhoneLink phone={mobile} />
        </Line>
      )}
      {phone && (
        <Line>
          <PhoneLink phone={phone} />
        </Line>
      )}
      {email && (
        <Line>
          <EmailLink email={email} />
        </Line>
      )}
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => <p className="mt-2">{children}</p>
