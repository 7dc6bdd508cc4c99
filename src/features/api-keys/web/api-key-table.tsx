import { type ReactNode, useCallback } from 'react'
import { keyScopeText } from '#shared/api-key.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDate, formatDateTime } from '#shared/ui/format.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { ApiKey } from '../api-keys.contract.ts'
import { useRevokeApiKey } from './api-keys.api.ts'

const name: Column<ApiKey> = { key: 'name', header: 'Namn', cell: (key) => key.name, grows: true, onPhone: 'title' }
const facts: readonly Column<ApiKey>[] = [
  {
    key: 'scopes',
    header: 'Får',
    cell: ({ scopes }) => scopes.map((scope) => keyScopeText(scope).label).join(', '),
    width: 'w-52',
  },
  {
    key: 'used',
    header: 'Senast använd',
    cell: ({ lastUsedAt }) => lastUsedAt && formatDateTime(lastUsedAt),
    width: 'w-40',
  },
  {
    key: 'expires',
    header: 'Gäller till',
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Badge variant="destructive">Har gått ut</Badge> : formatDate(expiresAt),
    width: 'w-32',
  },
]

type Props<Row extends ApiKey> = {
  label: string
  rows: readonly Row[] | undefined
  /** Between the name and the facts. */
  columns?: readonly Column<Row>[]
  empty: ReactNode
}

/** API keys, each with a button that revokes it after a confirmation. */
export function ApiKeyTable<Row extends ApiKey>({ label, rows, columns = [], empty }: Props<Row>) {
  const [revoked, setRevoked] = useTransitionState<Row>()
  const actions = useCallback(
    (row: Row) => (
      <Button size="sm" variant="quiet" accessibleName={`Återkalla ${row.name}`} onPress={() => setRevoked(row)}>
        Återkalla
      </Button>
    ),
    [setRevoked],
  )
  return (
    <>
      <Table
        label={label}
        columns={[name, ...columns, ...facts]}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText="Laddar nycklar …"
        skeletonRows={2}
        actions={actions}
        empty={empty}
      />
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { mutateAsync } = useRevokeApiKey()
  const revoke = async () => {
    if (await attempt('Kunde inte återkalla nyckeln', () => mutateAsync(id), 'Nyckeln är återkallad')) onClose()
  }
  return (
    <ConfirmDialog
      title={`Återkalla ${name}?`}
      text="Programmet som använder nyckeln kommer inte in igen. Det går inte att ångra."
      confirmLabel="Återkalla"
      isDanger
      isOpen
      onConfirm={revoke}
      onClose={onClose}
    />
  )
}
