import { useInfiniteQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { messageOf } from '#shared/web/forms.ts'
import { tableOf } from '#shared/web/pages.ts'
import { ARCHIVED, KEY_MISSING, type VaultState, type VaultVersion } from '../vault.contract.ts'
import { useVault, versionsQuery } from './vault.api.ts'

const columnsFor = (current: number): readonly Column<VaultVersion>[] => [
  {
    key: 'version',
    header: 'Version',
    cell: ({ version, isEmpty }) => (
      <span className="inline-flex items-center gap-2">
        {version}
        {version === current && <Badge variant="secondary">Gällande</Badge>}
        {isEmpty && <Badge variant="outline">Tom</Badge>}
      </span>
    ),
    onPhone: 'title',
  },
  { key: 'savedAt', header: 'Sparad', cell: ({ savedAt }) => savedAt && formatDateTime(savedAt) },
  { key: 'savedBy', header: 'Av', cell: ({ savedBy }) => savedBy, grows: true },
]

type Props = { customerId: string; current: VaultState; onRestored: () => void }

/** The saved versions; an earlier one can be restored as a new version. */
export function Versions({ customerId, current, onRestored }: Props) {
  const list = useInfiniteQuery(versionsQuery(customerId))
  const [confirming, setConfirming] = useState<VaultVersion>()
  const disabledReason = current.isArchived ? ARCHIVED : current.state === 'keyMissing' ? KEY_MISSING : undefined
  return (
    <section aria-labelledby="versioner" className="grid grid-cols-1 gap-3">
      <h2 id="versioner" className="font-semibold text-md">
        Tidigare versioner
      </h2>
      {list.error && !list.data ? (
        <ErrorState title="Kunde inte hämta data" text={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <Table
          label="Tidigare versioner"
          columns={columnsFor(current.version)}
          {...tableOf(list)}
          rowKey={({ version }) => String(version)}
          empty={
            <EmptyState
              title="Inget är sparat ännu"
              text="Varje gång texten sparas blir det en version att gå tillbaka till."
            />
          }
          actions={(version) =>
            version.version !== current.version && (
              <Button
                size="sm"
                icon={RotateCcw}
                accessibleName={`Återställ version ${version.version}`}
                onPress={() => setConfirming(version)}
                {...(disabledReason && { disabledReason })}
              >
                Återställ
              </Button>
            )
          }
        />
      )}
      {confirming && (
        <RestoreQuestion
          customerId={customerId}
          version={confirming.version}
          basedOn={current.version}
          onRestored={onRestored}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </section>
  )
}

type RestoreProps = {
  customerId: string
  version: number
  basedOn: number
  onRestored: () => void
  onClose: () => void
}

function RestoreQuestion({ customerId, version, basedOn, onRestored, onClose }: RestoreProps) {
  const { restore } = useVault(customerId)
  const confirm = async () => {
    try {
      await restore({ version, basedOn })
      onRestored()
      showToast({ title: `Version ${version} återställd`, tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara information', error)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Återställ version ${version}?`}
      text="Dess text blir en ny version. Det som står nu finns kvar bland versionerna, men det du inte har sparat försvinner."
      confirmLabel="Återställ"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
