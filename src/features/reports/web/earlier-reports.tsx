import { useInfiniteQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/plural.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDateTime, formatHours } from '#shared/ui/format.ts'
import { Notes } from '#shared/ui/notes.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { REPORT_STORED_DAYS, type Report } from '../reports.contract.ts'
import { periodOf, reportPath } from '../reports.rules.ts'
import { reportsQuery } from './reports.api.ts'

const columns: readonly Column<Report>[] = [
  { key: 'period', header: 'Period', cell: periodOf, onPhone: 'title', width: 'w-56' },
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customerName }) => <Notes text={customerName ?? 'Alla kunder'} />,
    grows: true,
  },
  { key: 'rows', header: 'Tidrader', cell: ({ rows }) => formatNumber(rows), isNumber: true, width: 'w-20' },
  { key: 'hours', header: 'Timmar', cell: ({ minutes }) => formatHours(minutes, 2), isNumber: true, width: 'w-24' },
  { key: 'created', header: 'Genererad', cell: ({ createdAt }) => formatDateTime(createdAt), width: 'w-40' },
  { key: 'by', header: 'Av', cell: ({ createdBy }) => <Notes text={createdBy} />, width: 'w-40' },
  {
    key: 'status',
    header: 'Status',
    cell: ({ markedAt }) => (
      <Badge variant={markedAt ? 'outline' : 'secondary'}>{markedAt ? 'Rapporterad' : 'Ej rapporterad'}</Badge>
    ),
    width: 'w-28',
  },
]

/** The list of saved reports, which can be opened. */
export function EarlierReports({ openId }: { openId: string | null }) {
  const list = useInfiniteQuery(reportsQuery)
  const { rows, ...more } = tableOf(list)
  return (
    <section aria-label="Tidigare rapporter" className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-md font-semibold">Tidigare rapporter</h2>
        <p className="text-ink-soft">Rapporterade sparas. Övriga tas bort efter {REPORT_STORED_DAYS} dagar.</p>
      </div>
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta data" query={list} />
      ) : (
        <Table
          label="Tidigare rapporter"
          columns={columns}
          rows={rows?.filter(({ id }) => id !== openId)}
          rowKey={({ id }) => id}
          href={({ id }) => reportPath(id)}
          stacksBelow="lg"
          empty={<EmptyState title="Inga tidigare rapporter" text="En rapport som du genererar kan öppnas igen här." />}
          skeletonRows={3}
          loadingText="Laddar rapporter …"
          {...more}
        />
      )}
    </section>
  )
}
