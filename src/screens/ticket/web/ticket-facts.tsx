import KeyRound from 'lucide-react/icons/key-round'
import { useMayCall } from '#features/auth/web/me.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { senderText } from '#features/inbox/enquiries.contract.ts'
import type { Ticket, TicketRow, TicketScreen } from '#features/tickets/tickets.contract.ts'
import { visitText } from '#features/tickets/visits.rules.ts'
import { DueFact } from '#features/tickets/web/due-fact.tsx'
import { Fact } from '#features/tickets/web/fact.tsx'
import { RelatedTickets } from '#features/tickets/web/related-tickets.tsx'
import { Reminder } from '#features/tickets/web/reminder.tsx'
import { TicketBilling } from '#features/tickets/web/ticket-billing.tsx'
import { Contact } from '#features/tickets/web/ticket-contact.tsx'
import { TicketEquipment } from '#features/tickets/web/ticket-equipment.tsx'
import { TicketPeople } from '#features/tickets/web/ticket-people.tsx'
import { vault } from '#features/vault/vault.contract.ts'
import { TicketExpenses } from '#screens/time/web/ticket-expenses.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { formatAnswerDue, formatDateTime, formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { SideFacts } from '#shared/ui/side-facts.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { TicketTime, timeWithMerged } from './ticket-time.tsx'
import { TicketVisits } from './ticket-visits.tsx'

type Props = {
  /** The row from a list until the whole ticket has loaded. */
  ticket: Ticket | TicketRow
  /** Undefined until it has loaded. */
  screen: TicketScreen | undefined
}

/** The ticket's details beside its conversation: customer, contact, copies, time, origin and equipment. */
export function TicketFacts({ ticket, screen }: Props) {
  const { contact, equipment } = screen ?? {}
  const { customer, createdAt } = ticket
  return (
    <SideFacts label="Om ärendet" line={lineOf({ ticket, screen }, useMinute())}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @max-xs:grid-cols-1 @xl:grid-cols-3">
        <CustomerFact customer={customer} />
        {contact && <Contact contact={contact} ticket={ticket} />}
        {'description' in ticket && <TicketPeople ticket={ticket} />}
        {screen && <TicketTime ticket={ticket} time={screen.time} merged={screen.merged} />}
        {screen && (
          <Fact label="Resor och material">
            <TicketExpenses customer={customer} ticket={ticket} total={screen.expenses} merged={screen.merged} />
          </Fact>
        )}
        {screen?.billing && <TicketBilling ticket={screen.ticket} choice={screen.billing} />}
        {screen && <Reminder ticketId={ticket.id} remindOn={screen.remindOn} />}
        {ticket.dueAt && <DueFact label="Ska vara besvarat" at={ticket.dueAt} />}
        {'description' in ticket && ticket.solveBy && <DueFact label="Ska vara löst" at={ticket.solveBy} />}
        {screen && <TicketVisits ticket={screen.ticket} visits={screen.visits} />}
        <Fact label="Skapad">{formatDateTime(createdAt)}</Fact>
        {'description' in ticket ? (
          <Origin {...ticket} isReporter={contact?.hasReported === true} />
        ) : (
          <Fact label="Skapad av">
            <Skeleton className="h-5" />
          </Fact>
        )}
        {equipment && (
          <Fact label="Utrustning" isWide>
            <TicketEquipment ticketId={ticket.id} customerId={customer.id} equipment={equipment} />
          </Fact>
        )}
        {screen && <RelatedTickets {...screen} />}
      </dl>
    </SideFacts>
  )
}

function CustomerFact({ customer: { id, name, isArchived } }: { customer: TicketRow['customer'] }) {
  const opensVault = useMayCall(vault.get)
  return (
    <Fact label="Kund">
      <Link to={customerPath(id)} isQuiet>
        {name}
      </Link>
      {isArchived && ' (arkiverad)'}
      {opensVault && (
        <div className="mt-1.5">
          <LinkButton
            to={customerPath(id, '/credentials')}
            size="sm"
            icon={KeyRound}
            accessibleName={`Teknik för ${name}`}
          >
            Teknik
          </LinkButton>
        </div>
      )}
    </Fact>
  )
}

function lineOf({ ticket: { customer, dueAt }, screen }: Props, now: Date): string {
  const { contact } = screen ?? {}
  const time = screen && timeWithMerged(screen)
  const name = contact && contact.name !== customer.name ? readableAddress(contact.name) : ''
  const reached = [name, contact?.phone].filter(Boolean).join(' ')
  const hours = time && time.minutes > 0 && `${formatHours(time.minutes)} tim`
  const due = dueAt && formatAnswerDue(dueAt, now)
  const next = screen?.visits.find(({ endsAt }) => Date.parse(endsAt) > now.getTime())
  return [customer.name, reached, due, hours, next && `besök ${visitText(next)}`].filter(Boolean).join(' · ')
}

const Origin = ({
  createdBy,
  enquiryId,
  enquiryAuthentication,
  recurring,
  customer,
  resolvedAt,
  isReporter,
}: Ticket & { isReporter: boolean }) => (
  <>
    {!recurring && (!isReporter || enquiryId) && <Fact label="Skapad av">{createdBy?.fullName ?? '-'}</Fact>}
    {recurring && (
      <Fact label="Återkommande">
        <Link to={customerPath(customer.id, '/agreement')} isQuiet>
          {recurring.title}
        </Link>
      </Fact>
    )}
    {enquiryId && (
      <Fact label="Förfrågan">
        <Link to={`/backoffice/inbox/${enquiryId}`} isQuiet>
          Visa förfrågan
        </Link>
        <span className="block text-sm text-ink-soft">{senderText(enquiryAuthentication)}</span>
      </Fact>
    )}
    {resolvedAt && <Fact label="Senast löst">{formatDateTime(resolvedAt)}</Fact>}
  </>
)
