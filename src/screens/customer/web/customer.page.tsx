import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HoursLeftCard } from '#features/billing/web/hours-left.tsx'
import { billingLabels } from '#features/customers/billing-details.contract.ts'
import {
  type Customer,
  type CustomerField,
  customerFields,
  customerLabels,
} from '#features/customers/customers.contract.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { EmailLink, PhoneLink } from '#features/customers/web/contact-links.tsx'
import { PortalLogins } from '#features/customers/web/portal-logins.tsx'
import { ExpiringWarranties } from '#features/equipment/web/expiring-warranties.tsx'
import { KEPT_ANSWERS, keptAnswersText } from '#features/tickets/web/kept-answers.ts'
import { useManageTicket } from '#features/tickets/web/manage-ticket.tsx'
import { TicketTable } from '#features/tickets/web/ticket-table.tsx'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Link } from '#shared/ui/link.tsx'
import { useRowId } from '#shared/web/url.ts'
import type { CustomerScreen } from '../customer-screen.contract.ts'
import { ContactsToCall } from './contacts-to-call.tsx'
import { CustomerFrame } from './customer-frame.tsx'
import { customerScreenQuery } from './customer-screen.api.ts'
import { RecentWork } from './work-history.tsx'

/** Översikt: contacts to call, details, unresolved tickets, newest time and portal logins. */
export function CustomerPage() {
  const id = useRowId()
  const { data, ...query } = useQuery(customerScreenQuery(id))
  return <CustomerFrame id={id} query={query} content={data && <Overview {...data} />} />
}

function Overview({ customer, contacts, logins, unresolved, expiring, hours, ...has }: Omit<CustomerScreen, 'time'>) {
  return (
    <>
      <ContactsToCall customerId={customer.id} {...contacts} />
      <HoursLeftCard hours={hours} />
      <Card title="Kunduppgifter">
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 rail:grid-cols-3">
          {customerFields
            .filter((field) => field !== 'name')
            .map((field) => (
              <Detail key={field} label={customerLabels[field]} isWide={field === 'notes'}>
                {detailOf(customer, field)}
              </Detail>
            ))}
          <Detail label={billingLabels.customerNumber}>
            <Link to={customerPath(customer.id, '/billing')} isQuiet>
              {customer.customerNumber}
            </Link>
          </Detail>
          <Possessions customerId={customer.id} {...has} />
        </dl>
      </Card>
      <ExpiringWarranties customerId={customer.id} equipment={expiring} />
      <UnresolvedTickets customerId={customer.id} {...unresolved} />
      <RecentWork customerId={customer.id} />
      <PortalLogins customer={customer} logins={logins} />
    </>
  )
}

type PossessionsProps = { customerId: string } & Pick<
  CustomerScreen,
  'agreement' | 'answers' | 'equipmentCount' | 'documentCount'
>

/** Agreement, equipment and documents of a customer, each with a link to its page, and how its tickets were answered. */
const Possessions = ({ customerId, agreement, answers, equipmentCount, documentCount }: PossessionsProps) => (
  <>
    <Detail label="Avtal">
      <Link to={customerPath(customerId, '/agreement')} isQuiet>
        {agreement?.terms ?? 'Inget avtal'}
      </Link>
      {agreement?.isDefault && ' (standardvillkor)'}
    </Detail>
    <Detail label="Utrustning">
      <Link to={customerPath(customerId, '/equipment')} isQuiet>
        {equipmentCount === 0 ? 'Ingen' : `${formatNumber(equipmentCount)} i bruk`}
      </Link>
    </Detail>
    <Detail label="Dokument">
      <Link to={customerPath(customerId, '/documents')} isQuiet>
        {documentCount === 0 ? 'Inga' : plural(documentCount, 'dokument', 'dokument')}
      </Link>
    </Detail>
    <Detail label={KEPT_ANSWERS}>{keptAnswersText(answers)}</Detail>
  </>
)

function UnresolvedTickets({ customerId, rows, total }: { customerId: string } & CustomerScreen['unresolved']) {
  const manage = useManageTicket()
  return (
    <section aria-labelledby="att-gora" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="att-gora" className="font-semibold text-md">
          Öppna och pågående ärenden
        </h2>
        <Link to={customerPath(customerId, '/tickets')}>
          {total > rows.length ? `Alla ${plural(total, 'ärende', 'ärenden')}` : 'Alla ärenden'}
        </Link>
      </div>
      <TicketTable
        label="Öppna och pågående ärenden"
        isOfOneCustomer
        rows={rows}
        onManage={manage.open}
        empty={<EmptyState title="Inget att göra" text="Kunden har inget öppet eller pågående ärende." />}
      />
      {manage.dialog}
    </section>
  )
}

function detailOf({ email, phone, ...customer }: Customer, field: Exclude<CustomerField, 'name'>) {
  if (field === 'email') return email && <EmailLink email={email} />
  if (field === 'phone') return phone && <PhoneLink phone={phone} />
  return customer[field]
}

function Detail({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'sm:col-span-2 rail:col-span-3' : ''}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap">{children || '-'}</dd>
    </div>
  )
}
