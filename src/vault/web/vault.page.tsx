import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#auth/web/session.api.ts'
import { CUSTOMER_NOT_FOUND, type Customer } from '#customers/customers.contract.ts'
import { customerQuery } from '#customers/web/customers.api.ts'
import { Badge } from '#lib/ui/badge.tsx'
import { Card } from '#lib/ui/card.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { formatDateTime } from '#lib/ui/format.ts'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { Skeleton } from '#lib/ui/skeleton.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf } from '#lib/web/forms.ts'
import { useRowId } from '#lib/web/url.ts'
import { KEY_MISSING, UNREADABLE, type VaultState } from '../vault.contract.ts'
import { AccessLog } from './access-log.tsx'
import { Editor } from './editor.tsx'
import { vaultStateQuery } from './vault.api.ts'
import { Versions } from './versions.tsx'

const TITLE = 'Teknisk information'
const toCustomers = { to: '/backoffice/customers', label: 'Kunder' }

/** A customer's confidential technical information, for staff only. */
export function VaultPage() {
  const id = useRowId()
  const customer = useQuery(customerQuery(id))
  const state = useQuery(vaultStateQuery(id))
  const error = customer.error ?? state.error
  if (customer.data && state.data) return <LoadedVault key={id} customer={customer.data} state={state.data} />
  if (error instanceof CallError && error.status === 404) {
    return (
      <Page title={CUSTOMER_NOT_FOUND} back={toCustomers}>
        <EmptyState
          title={CUSTOMER_NOT_FOUND}
          text="Kunden kan ha tagits bort."
          action={<LinkButton to={toCustomers.to}>Till kunderna</LinkButton>}
        />
      </Page>
    )
  }
  const retry = () => void Promise.all([customer.refetch(), state.refetch()])
  return (
    <Page title={TITLE} back={toCustomers}>
      {error ? (
        <ErrorState
          title={UNREADABLE}
          text={messageOf(error)}
          onRetry={retry}
          isRetrying={customer.isRefetching || state.isRefetching}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Page>
  )
}

function LoadedVault({ customer, state }: { customer: Customer; state: VaultState }) {
  const isAdmin = useMe().role === 'admin'
  // A restored text resets the editor, hidden.
  const [restorations, setRestorations] = useState(0)
  return (
    <Page
      title={TITLE}
      lead={lastSaved(state)}
      back={{ to: `/backoffice/customers/${customer.id}`, label: customer.name }}
      {...(state.isArchived && { mark: <Badge variant="outline">(arkiverad)</Badge> })}
    >
      <p className="flex gap-3 rounded-md border border-accent bg-accent-soft px-4 py-3">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <span>
          <strong className="font-semibold">Konfidentiellt, bara för personal.</strong> Dela inte texten med kunden och
          lägg den inte i ärenden. Den sparas krypterad, och varje läsning och ändring antecknas.
        </span>
      </p>
      <Card title={customer.name}>
        {state.state === 'readable' ? (
          <Editor key={restorations} customerId={customer.id} {...state} />
        ) : (
          <ErrorState title={UNREADABLE} text={unreadableText(state)} />
        )}
      </Card>
      <Versions customerId={customer.id} current={state} onRestored={() => setRestorations((count) => count + 1)} />
      {isAdmin && <AccessLog customerId={customer.id} />}
    </Page>
  )
}

const lastSaved = ({ version, savedBy, savedAt }: VaultState) =>
  savedAt
    ? `Version ${version}, sparad ${formatDateTime(savedAt)}${savedBy ? ` av ${savedBy}` : ''}`
    : 'Inget är sparat ännu'

const unreadableText = ({ state, version }: VaultState) =>
  state === 'keyMissing'
    ? KEY_MISSING
    : `Version ${version} går inte att läsa och kan därför inte ändras: den skrivs aldrig över. Återställ en tidigare version nedan, eller be administratören om databasens kopia.`
