import { customerPath } from '#features/customers/customers.rules.ts'
import { senderText } from '#features/inbox/enquiries.contract.ts'
import {
  type Ticket,
  TicketPriority,
  type TicketRow,
  type TicketScreen,
  TicketStatus,
} from '#features/tickets/tickets.contract.ts'
import { Fact } from '#features/tickets/web/fact.tsx'
import { NOBODY, priorityChoices, statusChoices, useStaff } from '#features/tickets/web/ticket-choices.ts'
import { Contact } from '#features/tickets/web/ticket-contact.tsx'
import { TicketEquipment } from '#features/tickets/web/ticket-equipment.tsx'
import { TicketPeople } from '#features/tickets/web/ticket-people.tsx'
import type { TicketChanges } from '#features/tickets/web/tickets.api.ts'
import { TicketExpenses } from '#screens/time/web/ticket-expenses.tsx'
import { Card } from '#shared/ui/card.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { SavedSelect } from '#shared/ui/select-input.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { TicketTime } from './ticket-time.tsx'

type Props = {
  /** The row from a list until the whole ticket has loaded. */
  ticket: Ticket | TicketRow
  /** Undefined until it has loaded. */
  screen: TicketScreen | undefined
  onChange: (changes: TicketChanges) => Promise<void>
}

/** The side panel of the ticket's page: the editable fields and the ticket's details. */
export function TicketFacts({ ticket, screen, onChange }: Props) {
  const { contact, equipment } = screen ?? {}
  const { customer, createdAt } = ticket
  return (
    <Card>
      <ChangeableFields ticket={ticket} onChange={onChange} />
      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4 @max-xs:grid-cols-1 @xl:grid-cols-3">
        <Fact label="Kund">
          <Link to={customerPath(customer.id)} isQuiet>
            {customer.name}
          </Link>
          {customer.isArchived && ' (arkiverad)'}
        </Fact>
        {contact && <Contact contact={contact} ticket={ticket} />}
        {'description' in ticket && <TicketPeople ticket={ticket} />}
        {screen && <TicketTime ticket={ticket} time={screen.time} />}
        {screen && (
          <Fact label="Resor och material">
            <TicketExpenses customer={customer} ticket={ticket} total={screen.expenses} />
          </Fact>
        )}
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
      </dl>
    </Card>
  )
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

function ChangeableFields({ ticket: { status, priority, assignee }, onChange }: Pick<Props, 'ticket' | 'onChange'>) {
  const staff = useStaff(assignee)
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 @max-xs:grid-cols-1 @xl:grid-cols-3">
      <SavedSelect
        label="Status"
        value={status}
        onSave={(value) => onChange({ status: TicketStatus.parse(value) })}
        choices={statusChoices}
      />
      <SavedSelect
        label="Prioritet"
        value={priority}
        onSave={(value) => onChange({ priority: TicketPriority.parse(value) })}
        choices={priorityChoices}
      />
      <div className="col-span-full @xl:col-span-1">
        <SavedSelect
          label="Ansvarig"
          value={assignee?.id ?? ''}
          onSave={(value) => onChange({ assignee: staff.personOf(value) })}
          emptyLabel={NOBODY}
          choices={staff.choices}
        />
      </div>
    </div>
  )
}
