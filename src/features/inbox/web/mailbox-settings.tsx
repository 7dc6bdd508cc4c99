import { useQuery } from '@tanstack/react-query'
import MailPlus from 'lucide-react/icons/mail-plus'
import { useState } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { type Mailbox, plusLostText, renumberedText } from '../mailboxes.contract.ts'
import { MailboxDialog } from './mailbox.dialog.tsx'
import { recoverableMailbox } from './mailbox-recovery.ts'
import { mailboxesQuery, useRemoveMailbox } from './mailboxes.api.ts'
import { TryMailbox } from './try-mailbox.tsx'

/** The mailboxes whose mail becomes answers, tickets and enquiries. */
export function MailboxSettings() {
  const query = useQuery(mailboxesQuery)
  const [edited, setEdited] = useState(recoverableMailbox)
  return (
    <Card
      title="Brevlådor"
      action={
        <Button icon={MailPlus} onPress={() => setEdited('new')}>
          Ny brevlåda
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-ink-soft">
        Svar på ärendemejl blir kommentarer, mejl från kända kontakter blir ärenden, och resten hamnar i Inkorg. Bara en
        avsändare som är kontrollerad skriver i ett ärende.
      </p>
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta brevlådorna" query={query} />
      ) : (
        <MailboxList rows={query.data} onEdit={setEdited} />
      )}
      {edited && <MailboxDialog {...(edited !== 'new' && { mailbox: edited })} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

type ListProps = { rows: Mailbox[] | undefined; onEdit: (mailbox: Mailbox) => void }

function MailboxList({ rows, onEdit }: ListProps) {
  if (!rows) return <Skeleton className="h-24" />
  if (rows.length === 0)
    return <EmptyState title="Ingen brevlåda läses" text="Lägg till brevlådan som kunderna mejlar till." />
  return (
    <ul className="flex flex-col divide-y divide-line">
      {rows.map((mailbox) => (
        <li key={mailbox.id} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span className="break-all">{readableAddress(mailbox.address)}</span>
                <State mailbox={mailbox} />
              </p>
              <p className="text-sm text-ink-soft">{situationOf(mailbox)}</p>
              <Notes mailbox={mailbox} />
            </div>
            <div className="flex flex-wrap gap-2">
              <TryMailbox mailbox={mailbox} />
              <Button onPress={() => onEdit(mailbox)}>Ändra</Button>
              <RemoveMailbox mailbox={mailbox} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Notices about the mailbox besides its state. */
function Notes({ mailbox }: { mailbox: Mailbox }) {
  const [now] = useState(() => new Date())
  const renumbered = renumberedText(mailbox, now)
  return (
    <>
      {renumbered && <p className="max-w-prose text-sm text-ink-soft">{renumbered}</p>}
      {mailbox.plusLostAt !== null && (
        <p className="max-w-prose text-sm text-danger-ink">
          {plusLostText({ address: readableAddress(mailbox.address), plusLostAt: mailbox.plusLostAt })}
        </p>
      )}
      {mailbox.plusConfirmedAt && (
        <p className="max-w-prose text-sm text-ink-soft">
          Svar på ärenden går till brevlådans adress med ärendets nummer.
        </p>
      )}
    </>
  )
}

function State({ mailbox: { isActive, failure, failedAt, seenAt } }: { mailbox: Mailbox }) {
  if (!isActive) return <Badge variant="secondary">Pausad</Badge>
  if (failure !== null && seenAt !== null && failedAt !== null && failedAt < seenAt)
    return <Badge variant="outline">Läses, men se nedan</Badge>
  if (failure !== null) return <Badge variant="destructive">Läses inte</Badge>
  return seenAt === null ? <Badge variant="outline">Ansluter</Badge> : <Badge variant="secondary">Läses</Badge>
}

function situationOf({ isActive, failure, failedAt, seenAt }: Mailbox): string {
  const last = seenAt === null ? 'Har inte lästs ännu.' : `Läst senast ${formatDateTime(seenAt)}.`
  if (!isActive || failure === null) return last
  return `${failure} Sedan ${formatDateTime(failedAt ?? '')}. ${last}`
}

function RemoveMailbox({ mailbox: { id, address } }: { mailbox: Mailbox }) {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useRemoveMailbox()
  const remove = async () => {
    await attempt('Kunde inte ta bort brevlådan', () => mutateAsync(id), 'Brevlådan är borttagen')
    setOpen(false)
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>Ta bort</Button>
      <ConfirmDialog
        title="Ta bort brevlådan?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={remove}
        confirmLabel="Ta bort"
        isDanger
        text={`${readableAddress(address)} läses inte längre. Det som har kommit in finns kvar.`}
      />
    </>
  )
}
