import { useInfiniteQuery } from '@tanstack/react-query'
import { Card } from '#lib/ui/card.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { formatDateTime } from '#lib/ui/format.ts'
import { type Column, Table } from '#lib/ui/table.tsx'
import { messageOf } from '#lib/web/forms.ts'
import type { CredentialsDeed } from '../credentials.contract.ts'
import { deedsQuery } from './credentials.api.ts'

const columns: readonly Column<CredentialsDeed>[] = [
  { key: 'at', header: 'När', cell: ({ at }) => formatDateTime(at) },
  { key: 'who', header: 'Vem', cell: ({ who }) => who, onPhone: 'title' },
  { key: 'what', header: 'Vad', cell: inWords, grows: true },
]

/** Who read and changed the text, for administrators. */
export function Deeds({ customerId }: { customerId: string }) {
  const list = useInfiniteQuery(deedsQuery(customerId))
  return (
    <Card title="Vem har läst och ändrat" isFlush>
      {list.error && !list.data ? (
        <ErrorState title="Kunde inte hämta data" text={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <Table
          label="Vem har läst och ändrat"
          columns={columns}
          rows={list.data?.pages.flatMap(({ rows }) => rows)}
          rowKey={({ id }) => id}
          empty="Ingen har läst eller ändrat ännu"
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  )
}

function inWords({ action, version, from }: CredentialsDeed): string {
  switch (action) {
    case 'read':
      return version === 0 ? 'Läste, innan något var sparat' : `Läste version ${version}`
    case 'changed':
      return `Sparade version ${version}`
    case 'restored':
      return `Återställde version ${from} som version ${version}`
  }
}
