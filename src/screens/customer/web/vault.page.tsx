import { useQuery } from '@tanstack/react-query'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { useState } from 'react'
import { useIsAdmin, useMe } from '#features/auth/web/me.ts'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { KEY_MISSING, UNREADABLE, type VaultState } from '#features/vault/vault.contract.ts'
import { AccessLog } from '#features/vault/web/access-log.tsx'
import { Editor } from '#features/vault/web/editor.tsx'
import { vaultStateQuery } from '#features/vault/web/vault.api.ts'
import { Versions } from '#features/vault/web/versions.tsx'
import { Card } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { useRowId } from '#shared/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'
import { suggestedReason } from './reading-reason.ts'

/** Teknik: a customer's confidential technical information, for staff only. */
export function VaultPage() {
  const id = useRowId()
  const customer = useQuery(customerQuery(id))
  const state = useQuery(vaultStateQuery(id))
  const query = {
    error: customer.error ?? state.error,
    refetch: () => Promise.all([customer.refetch(), state.refetch()]),
    isRefetching: customer.isRefetching || state.isRefetching,
  }
  return (
    <CustomerFrame
      id={id}
      query={query}
      content={customer.data && state.data && <Vault key={id} customerId={id} state={state.data} />}
    />
  )
}

function Vault({ customerId, state }: { customerId: string; state: VaultState }) {
  const isAdmin = useIsAdmin()
  const { userId } = useMe()
  // Each restoration renders a new editor, which shows no text at first.
  const [restorations, setRestorations] = useState(0)
  return (
    <>
      <p className="flex gap-3 rounded-md border border-accent bg-accent-soft px-4 py-3">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <span>
          <strong className="font-semibold">Konfidentiellt, bara för personal.</strong> Dela inte texten med kunden och
          lägg den inte i ärenden. Den sparas krypterad, och varje läsning och ändring antecknas.
        </span>
      </p>
      <Card title="Teknisk information" action={<span className="text-ink-soft text-sm">{lastSaved(state)}</span>}>
        {state.state === 'readable' ? (
          <Editor
            key={restorations}
            customerId={customerId}
            state={state}
            suggestedReason={suggestedReason(userId, customerId, state.ownReason)}
          />
        ) : (
          <ErrorState title={UNREADABLE} text={unreadableText(state)} />
        )}
      </Card>
      <Versions customerId={customerId} current={state} onRestored={() => setRestorations((count) => count + 1)} />
      {isAdmin && <AccessLog customerId={customerId} />}
    </>
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
