import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { type Recipient, recipientLabels } from '../recipients.contract.ts'
import { recipientsQuery, useArchiveRecipient, useRestoreRecipient } from './billing-details.api.ts'
import { EmailLink } from './contact-links.tsx'
import { recoverableRecipient } from './recipient-recovery.ts'

const RecipientDialog = lazyPart(() => import('./recipient.dialog.tsx').then((m) => m.RecipientDialog))

type Row = Recipient & { isDefault: boolean }

const columns: readonly Column<Row>[] = [
  { key: 'name', header: recipientLabels.name, cell: nameOf, onPhone: 'title', grows: true, width: 'w-[34%]' },
  {
    key: 'email',
    header: recipientLabels.email,
    cell: ({ email }) => email && <EmailLink email={email} />,
    grows: true,
  },
  { key: 'reference', header: recipientLabels.reference, cell: ({ reference }) => reference, width: 'w-36' },
  { key: 'costCentre', header: recipientLabels.costCentre, cell: ({ costCentre }) => costCentre, width: 'w-36' },
]

/** To whom a customer's invoices go, when not to itself; the first one is the default. */
export function RecipientsCard({ customerId, mayChange }: { customerId: string; mayChange: boolean }) {
  const { data, ...query } = useQuery(recipientsQuery(customerId))
  const [edited, setEdited] = useTransitionState<Recipient | 'new' | undefined>(recoverableRecipient(customerId))
  if (query.isError && !data) return <QueryError title="Kunde inte hämta fakturamottagarna" query={query} />
  const add = mayChange && (
    <Button icon={Plus} onPress={() => setEdited('new')}>
      Ny fakturamottagare
    </Button>
  )
  return (
    <section aria-labelledby="fakturamottagare" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="fakturamottagare" className="font-semibold text-md">
          Fakturamottagare
        </h2>
        {data && data.length > 0 && add}
      </div>
      <Table
        label="Fakturamottagare"
        columns={columns}
        rows={data?.map((recipient, index) => ({
          ...recipient,
          isDefault: index === 0 && recipient.archivedAt === null,
        }))}
        rowKey={({ id }) => id}
        stacksBelow="lg"
        {...(mayChange && {
          actions: (recipient: Row) => (
            <RecipientActions customerId={customerId} recipient={recipient} onEdit={() => setEdited(recipient)} />
          ),
        })}
        empty={
          <EmptyState
            title="Inga fakturamottagare"
            text="Fakturan går till kunden själv. Lägg till en om den ska till någon annan, som en avdelning eller en förvaltare."
            action={add || undefined}
          />
        }
      />
      {edited && (
        <RecipientDialog
          customerId={customerId}
          recipient={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

function nameOf({ name, address, archivedAt, isDefault }: Row): ReactNode {
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {archivedAt !== null && ' (arkiverad)'}
        {isDefault && <Badge variant="secondary">Förvald</Badge>}
      </span>
      {address && <span className="block whitespace-pre-wrap text-ink-soft text-sm">{address}</span>}
    </>
  )
}

type ActionsProps = { customerId: string; recipient: Recipient; onEdit: () => void }

function RecipientActions({ customerId, recipient, onEdit }: ActionsProps) {
  const [archive, restore] = [useArchiveRecipient(), useRestoreRecipient()]
  const isArchived = recipient.archivedAt !== null
  const { mutateAsync, isPending } = isArchived ? restore : archive
  const move = () =>
    attempt(
      isArchived ? 'Kunde inte återställa fakturamottagaren' : 'Kunde inte arkivera fakturamottagaren',
      () => mutateAsync({ id: customerId, recipientId: recipient.id }),
      isArchived ? 'Fakturamottagare återställd' : 'Fakturamottagare arkiverad',
    )
  const label = isArchived ? 'Återställ' : 'Arkivera'
  return (
    <>
      <Button size="sm" variant="quiet" accessibleName={`Ändra: ${recipient.name}`} onPress={onEdit}>
        Ändra
      </Button>
      <Button
        size="sm"
        variant="quiet"
        accessibleName={`${label}: ${recipient.name}`}
        isPending={isPending}
        onPress={() => void move()}
      >
        {label}
      </Button>
    </>
  )
}
