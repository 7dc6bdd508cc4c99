import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '#lib/ui/badge.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { formatDuration, formatHours, plural } from '#lib/ui/format.ts'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Notes } from '#lib/ui/notes.tsx'
import { type Column, Table } from '#lib/ui/table.tsx'
import { messageOf } from '#lib/web/forms.ts'
import { tableOf } from '#lib/web/pages.ts'
import type { TimeEntry } from '#time/time.contract.ts'
import { workHistoryQuery } from './customers.api.ts'

const columns: readonly Column<TimeEntry>[] = [
  { key: 'date', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-28', onPhone: 'title' },
  { key: 'time', header: 'Tid', cell: ({ timeFrom, timeTo }) => `${timeFrom}–${timeTo}`, width: 'w-28' },
  {
    key: 'hours',
    header: 'Timmar',
    cell: ({ minutes }) => <span title={formatDuration(minutes)}>{formatHours(minutes, 2)}</span>,
    isNumber: true,
    width: 'w-20',
  },
  { key: 'technician', header: 'Tekniker', cell: ({ technician }) => technician.fullName },
  {
    key: 'reported',
    header: 'Rapporterad',
    cell: ({ reported }) => reported && <Badge variant="outline">Rapporterad</Badge>,
    width: 'w-32',
  },
  {
    key: 'description',
    header: 'Beskrivning',
    cell: ({ description }) => <Notes text={description} />,
    grows: true,
    width: 'w-[40%]',
  },
  {
    key: 'notes',
    header: 'Intern notering',
    cell: ({ notes }) => <Notes text={notes} />,
    grows: true,
    width: 'w-[20%]',
  },
]

/** All time entries of a customer, reported or not; the total covers all pages. */
export function WorkHistory({ customerId }: { customerId: string }) {
  const list = useInfiniteQuery(workHistoryQuery(customerId))
  const total = list.data?.pages[0]?.total
  return (
    <section aria-labelledby="arbetshistorik" className="grid gap-3">
      <h2 id="arbetshistorik" className="font-semibold text-md">
        Arbetshistorik
      </h2>
      {list.isError && !list.data ? (
        <ErrorState
          title="Kunde inte hämta kunddata"
          text={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      ) : (
        <Table
          label="Arbetshistorik"
          columns={columns}
          {...tableOf(list)}
          rowKey={({ id }) => id}
          stacksBelow="lg"
          {...(total && {
            footer: {
              date: 'Summa',
              time: plural(total.rows, 'tidrad', 'tidrader'),
              hours: formatHours(total.minutes, 2),
            },
          })}
          empty={
            <EmptyState
              title="Ingen tid registrerad"
              text="Det som görs för kunden visas här."
              action={<LinkButton to={`/backoffice/time?customerId=${customerId}`}>Registrera tid</LinkButton>}
            />
          }
        />
      )}
    </section>
  )
}
