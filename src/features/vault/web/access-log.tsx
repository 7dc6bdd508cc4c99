import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import { messageOf } from '#shared/web/forms.ts'
import { tableOf } from '#shared/web/pages.ts'
import type { VaultAccess } from '../vault.contract.ts'
import { accessLogQuery } from './vault.api.ts'

const columns: readonly Column<VaultAccess>[] = [
  { key: 'at', header: 'När', cell: ({ at }) => formatDateTime(at) },
  { key: 'who', header: 'Vem', cell: ({ who }) => who, onPhone: 'title' },
  { key: 'what', header: 'Vad', cell: describe },
  {
    key: 'reason',
    header: 'Anledning',
    // Whole, as nothing in a log may be out of sight.
    cell: ({ reason }) => reason && <span className="wrap-anywhere block whitespace-normal py-1">{reason}</span>,
    grows: true,
    onPhone: 'lead',
  },
]

/** Who read and changed the text, for administrators. */
export function AccessLog({ customerId }: { customerId: string }) {
  const list = useInfiniteQuery(accessLogQuery(customerId))
  return (
    <section aria-labelledby="logg" className="grid grid-cols-1 gap-3">
      <h2 id="logg" className="font-semibold text-md">
        Vem har läst och ändrat
      </h2>
      {list.error && !list.data ? (
        <ErrorState title="Kunde inte hämta data" text={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <Table
          label="Vem har läst och ändrat"
          columns={columns}
          {...tableOf(list)}
          rowKey={({ id }) => id}
          hasTwoLines
          empty={
            <EmptyState
              title="Ingen har läst eller ändrat ännu"
              text="Här står varje läsning, ändring och återställning."
            />
          }
        />
      )}
    </section>
  )
}

function describe({ action, version, from }: VaultAccess): string {
  switch (action) {
    case 'read':
      return version === 0 ? 'Läste, innan något var sparat' : `Läste version ${version}`
    case 'changed':
      return `Sparade version ${version}`
    case 'restored':
      return `Återställde version ${from} som version ${version}`
  }
}
