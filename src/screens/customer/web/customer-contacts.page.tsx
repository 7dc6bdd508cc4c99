import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import type { Contact } from '#features/customers/contacts.contract.ts'
import type { PortalLogin } from '#features/customers/logins.contract.ts'
import { rightText } from '#features/customers/portal-rights.rules.ts'
import { EmailLink, PhoneLink } from '#features/customers/web/contact-links.tsx'
import { recoverableContact } from '#features/customers/web/contact-recovery.ts'
import { contactsQuery, useArchiveContact, useRestoreContact } from '#features/customers/web/contacts.api.ts'
import { useInvitation } from '#features/customers/web/invitation.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { useRowId } from '#shared/web/url.ts'
import type { CustomerScreen } from '../customer-screen.contract.ts'
import { CustomerFrame } from './customer-frame.tsx'
import { customerScreenQuery } from './customer-screen.api.ts'

const ContactDialog = lazyPart(() => import('#features/customers/web/contact.dialog.tsx').then((m) => m.ContactDialog))

/** Kontakter: the people at a customer, and whether they can sign in to the portal. */
export function CustomerContactsPage() {
  const id = useRowId()
  const { data, ...query } = useQuery(customerScreenQuery(id))
  return <CustomerFrame id={id} query={query} content={data && <Contacts {...data} />} />
}

type Row = Contact & { access: string }

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Namn', cell: nameOf, onPhone: 'title', grows: true, width: 'w-[30%]' },
  { key: 'phone', header: 'Telefon', cell: phonesOf, width: 'w-44' },
  { key: 'email', header: 'E-post', cell: ({ email }) => email && <EmailLink email={email} />, grows: true },
  { key: 'portal', header: 'Portalen', cell: ({ access }) => access, width: 'w-40' },
]

function Contacts({ customer, logins }: Pick<CustomerScreen, 'customer' | 'logins'>) {
  const { data, ...query } = useQuery(contactsQuery(customer.id))
  const [edited, setEdited] = useTransitionState<Contact | 'new' | undefined>(recoverableContact(customer.id))
  const invitation = useInvitation()
  if (query.isError && !data) return <QueryError title="Kunde inte hämta kontakterna" query={query} />
  const add = (
    <Button icon={UserPlus} onPress={() => setEdited('new')}>
      Ny kontakt
    </Button>
  )
  return (
    <section aria-labelledby="kontakter" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="kontakter" className="font-semibold text-md">
          Kontakter
        </h2>
        {data && data.length > 0 && add}
      </div>
      <Table
        label="Kontakter"
        columns={columns}
        rows={data?.map((contact) => ({ ...contact, access: accessOf(contact, logins) }))}
        rowKey={({ id }) => id}
        stacksBelow="lg"
        actions={(contact) => (
          <ContactActions
            customerId={customer.id}
            contact={contact}
            onEdit={() => setEdited(contact)}
            {...(mayBeInvited(customer, contact, logins) && { onInvite: () => invitation.open(customer, contact) })}
          />
        )}
        empty={<NoContacts action={add} />}
      />
      {invitation.dialog}
      {edited && (
        <ContactDialog
          customerId={customer.id}
          contact={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

const NoContacts = ({ action }: { action: ReactNode }) => (
  <EmptyState title="Inga kontakter ännu" text="Lägg till dem du ringer och som anmäler ärenden." action={action} />
)

function nameOf({ name, title, note, archivedAt }: Row): ReactNode {
  return (
    <>
      {readableAddress(name)}
      {archivedAt !== null && ' (arkiverad)'}
      {title && <span className="block text-sm text-ink-soft">{title}</span>}
      {note && <span className="block whitespace-pre-wrap text-sm text-ink-soft">{note}</span>}
    </>
  )
}

function phonesOf({ phone, mobile }: Row): ReactNode {
  if (!phone && !mobile) return undefined
  return (
    <>
      {mobile && <PhoneLink phone={mobile} />}
      {phone && (
        <span className={mobile ? 'block' : ''}>
          <PhoneLink phone={phone} />
        </span>
      )}
    </>
  )
}

function accessOf({ id }: Contact, logins: PortalLogin[]) {
  const own = logins.filter(({ contactId }) => contactId === id)
  const active = own.find(({ isRevoked }) => !isRevoked)
  if (active) return rightText('seesCompany', active.seesCompany)
  return own.length > 0 ? 'Återkallad' : 'Ingen inloggning'
}

/** A contact with a login is not invited; a revoked login is reopened instead. */
const mayBeInvited = (customer: CustomerScreen['customer'], { id, archivedAt }: Contact, logins: PortalLogin[]) =>
  customer.archivedAt === null && archivedAt === null && !logins.some(({ contactId }) => contactId === id)

type ActionsProps = { customerId: string; contact: Contact; onEdit: () => void; onInvite?: () => void }

function ContactActions({ customerId, contact, onEdit, onInvite }: ActionsProps) {
  const [archive, restore] = [useArchiveContact(), useRestoreContact()]
  const isArchived = contact.archivedAt !== null
  const { mutateAsync, isPending } = isArchived ? restore : archive
  const move = () =>
    attempt(
      isArchived ? 'Kunde inte återställa kontakten' : 'Kunde inte arkivera kontakten',
      () => mutateAsync({ id: customerId, contactId: contact.id }),
      isArchived ? 'Kontakt återställd' : 'Kontakt arkiverad',
    )
  const label = isArchived ? 'Återställ' : 'Arkivera'
  return (
    <>
      {onInvite && (
        <Button size="sm" variant="quiet" accessibleName={`Bjud in till portalen: ${contact.name}`} onPress={onInvite}>
          Bjud in
        </Button>
      )}
      <Button size="sm" variant="quiet" accessibleName={`Ändra: ${contact.name}`} onPress={onEdit}>
        Ändra
      </Button>
      <Button
        size="sm"
        variant="quiet"
        accessibleName={`${label}: ${contact.name}`}
        isPending={isPending}
        onPress={() => void move()}
      >
        {label}
      </Button>
    </>
  )
}
