import { useInfiniteQuery } from '@tanstack/react-query'
import { BulkBar, ChooseButton, ticketKey } from '#features/tickets/web/bulk-bar.tsx'
import { DueMark } from '#features/tickets/web/due-mark.tsx'
import { PriorityBadge } from '#features/tickets/web/priority-badge.tsx'
import { StatusBadge } from '#features/tickets/web/status-badge.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatAge, formatDate, formatDateTime } from '#shared/ui/format.ts'
import { Notes } from '#shared/ui/notes.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTableSelection } from '#shared/ui/table-selection.ts'
import { useReturnToRow } from '#shared/web/left-row.ts'
import { useMinute } from '#shared/web/minute.ts'
import { tableOf } from '#shared/web/pages.ts'
import type { ToDoRow } from '../to-do.contract.ts'
import { useSearchKey } from './search-key.ts'
import { toDoQuery } from './to-do.api.ts'
import { toDoCustomer, toDoNumber, toDoPath, toDoPriority, toDoTitle } from './to-do-row.ts'

const columns: readonly Column<ToDoRow>[] = [
  {
    key: 'number',
    header: 'Nummer',
    cell: (row) => <span className="tabular-nums text-ink-soft">{toDoNumber(row)}</span>,
    width: 'w-20',
  },
  { key: 'title', header: 'Titel', cell: toDoTitle, onPhone: 'title', grows: true, width: 'w-[62%]' },
  { key: 'customer', header: 'Kund', cell: (row) => <Notes text={toDoCustomer(row)} />, grows: true, width: 'w-[38%]' },
  {
    key: 'status',
    header: 'Status',
    cell: (row) =>
      row.type === 'ticket' ? <StatusBadge status={row.status} /> : <Badge variant="outline">Inkorg</Badge>,
    onPhone: 'hidden',
  },
  {
    key: 'priority',
    header: 'Prioritet',
    cell: (row) => toDoPriority(row) && <Priority priority={toDoPriority(row)} />,
    onPhone: 'mark',
  },
  { key: 'assignee', header: 'Ansvarig', cell: ({ assignee }) => assignee?.fullName, onPhone: 'hidden' },
  {
    key: 'due',
    header: 'Besvaras',
    cell: ({ dueAt, unansweredSince }) =>
      dueAt ? <DueMark dueAt={dueAt} /> : unansweredSince && <Waited since={unansweredSince} />,
  },
  {
    key: 'activity',
    header: 'Senast',
    cell: ({ lastActivityAt }) => <span className="tabular-nums">{formatDate(lastActivityAt)}</span>,
    onPhone: 'hidden',
  },
]

/** A phone only has room for what cannot wait. */
const Priority = ({ priority }: { priority: ReturnType<typeof toDoPriority> }) =>
  priority && <PriorityBadge priority={priority} className={priority === 'urgent' ? '' : 'stacked:hidden'} />

/** Of a company without opening hours no answer is due. */
function Waited({ since }: { since: string }) {
  const now = useMinute()
  return (
    <time dateTime={since} title={formatDateTime(since)} className="tabular-nums">
      väntat {formatAge(since, now)}
    </time>
  )
}

/** 'Att göra': tickets and enquiries in the order in which to handle them. */
export function ToDoTable() {
  const list = useInfiniteQuery(toDoQuery)
  useSearchKey()
  useReturnToRow(list.data !== undefined)
  const table = tableOf(list)
  const tickets = table.rows?.filter((row) => row.type === 'ticket')
  const selection = useTableSelection(tickets, ticketKey, '')
  if (list.isError && !list.data) return <QueryError title="Kunde inte ladda Att göra" query={list} />
  return (
    <div className="flex flex-col gap-4">
      <ChooseButton selection={selection} rows={tickets} />
      <Table
        label="Att göra"
        columns={columns}
        {...table}
        rowKey={({ id }) => id}
        href={toDoPath}
        selection={selection}
        selectLabel={selectLabel}
        loadingText="Laddar Att göra …"
        stacksBelow="lg"
        hasTwoLines
        empty={
          <EmptyState
            title="Inget att göra just nu"
            text="Dina ärenden och de som ingen har tagit visas här, med Inkorgens förfrågningar. Det som väntar på kunden eller på en påminnelse är inte med."
          />
        }
      />
      <BulkBar selection={selection} rows={tickets} />
    </div>
  )
}

/** An enquiry of Inkorg cannot be selected. */
const selectLabel = (row: ToDoRow) => (row.type === 'ticket' ? `Markera ${toDoNumber(row)}` : undefined)
