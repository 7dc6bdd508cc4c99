import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { customerPath } from '#features/customers/customers.rules.ts'
import type { TimeEntry, TimePage } from '#features/time/time.contract.ts'
import { Times } from '#features/time/web/time-columns.tsx'
import { WorkText } from '#features/time/web/work-text.tsx'
import { plural } from '#shared/plural.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDuration, formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { timeOfCustomer, workHistoryQuery } from './customer-screen.api.ts'

const columns: readonly Column<TimeEntry>[] = [
  { key: 'date', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-28', onPhone: 'title' },
  { key: 'time', header: 'Tid', cell: (entry) => <Times {...entry} />, width: 'min-w-32', onPhone: 'mark' },
  {
    key: 'hours',
    header: 'Timmar',
    cell: ({ minutes }) => <span title={formatDuration(minutes)}>{formatHours(minutes, 2)}</span>,
    isNumber: true,
    width: 'w-20',
    onPhone: 'mark',
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
    cell: (entry) => <WorkText {...entry} />,
    grows: true,
    width: 'w-[40%]',
    onPhone: 'lead',
  },
  {
    key: 'notes',
    header: 'Intern notering',
    cell: ({ notes }) =>
      notes && (
        <>
          <span className="hidden stacked:inline">Intern notering: </span>
          <Notes text={notes} />
        </>
      ),
    grows: true,
    width: 'w-[20%]',
    onPhone: 'lead',
  },
]

const RECENT_MAX = 5

/** The newest time entries of a customer, reported or not; with their sum if all are shown. */
export function RecentWork({ customerId }: { customerId: string }) {
  const list = useInfiniteQuery(workHistoryQuery(customerId))
  const all = list.data?.pages[0]?.total?.rows ?? 0
  return (
    <section aria-labelledby="arbetshistorik" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="arbetshistorik" className="font-semibold text-md">
          Arbetshistorik
        </h2>
        <Link to={customerPath(customerId, '/time')}>
          {all > RECENT_MAX ? `Alla ${plural(all, 'tidrad', 'tidrader')}` : 'All tid'}
        </Link>
      </div>
      <WorkTable list={list} max={RECENT_MAX} />
    </section>
  )
}

/** All time entries of a customer, reported or not, with their sum. */
export function WorkHistory({ customerId }: { customerId: string }) {
  return <WorkTable list={useInfiniteQuery(timeOfCustomer(customerId))} />
}

type WorkTableProps = { list: UseInfiniteQueryResult<InfiniteData<z.infer<typeof TimePage>>>; max?: number }

function WorkTable({ list, max }: WorkTableProps) {
  if (list.isError && !list.data) {
    return <QueryError title="Kunde inte hämta kunddata" query={list} />
  }
  const { rows, hasMore, ...more } = tableOf(list)
  const sum = list.data?.pages[0]?.total
  const total = sum && (max === undefined || sum.rows <= max) && sum
  return (
    <Table
      label="Arbetshistorik"
      columns={columns}
      rows={rows?.slice(0, max)}
      hasMore={hasMore && max === undefined}
      {...more}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      hasTwoLines
      {...(total && {
        footer: {
          date: 'Summa',
          time: plural(total.rows, 'tidrad', 'tidrader'),
          hours: formatHours(total.minutes, 2),
        },
      })}
      empty={<EmptyState title="Ingen tid registrerad" text="Det som görs för kunden visas här." />}
    />
  )
}
