import Eye from 'lucide-react/icons/eye'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useCallback } from 'react'
import { formatDateTime } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { tooltip } from '#shared/ui/tooltip.ts'
import { priorityBadges } from '../badges.rules.ts'
import { firstDirections, type TicketSort } from '../ticket-order.rules.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { DueMark } from './due-mark.tsx'
import { HoldBadge } from './hold-badge.tsx'
import { PriorityBadge } from './priority-badge.tsx'
import { TicketStatusBadge } from './status-badge.tsx'

/** Sortable are those of `firstDirections`; the page of a customer shows all but `customer`. */
const columns: Record<TicketSort | 'title' | 'assignee', Omit<Column<TicketRow>, 'key' | 'isSortable'>> = {
  number: {
    header: 'Nummer',
    cell: ({ ticketNumber }) => <span className="tabular-nums text-ink-soft">#{ticketNumber}</span>,
    width: 'w-20',
  },
  title: {
    header: 'Titel',
    cell: ({ title }) => title,
    onPhone: 'title',
    grows: true,
    width: 'w-[62%]',
  },
  customer: {
    header: 'Kund',
    cell: ({ customer }) => <Notes text={customer.name} />,
    grows: true,
    width: 'w-[38%]',
  },
  status: {
    header: 'Status',
    cell: (ticket) => (
      <span className="inline-flex flex-wrap gap-1">
        {/* A phone has room for one of them, and only an unresolved ticket waits. */}
        <TicketStatusBadge ticket={ticket} className={ticket.onHoldSince ? 'stacked:hidden' : ''} />
        <HoldBadge ticket={ticket} />
      </span>
    ),
    onPhone: 'mark',
  },
  priority: {
    header: 'Prioritet',
    cell: ({ priority }) => (
      // A phone only has room for prominent ones.
      <PriorityBadge priority={priority} className={priorityBadges[priority].isProminent ? '' : 'stacked:hidden'} />
    ),
    onPhone: 'mark',
  },
  assignee: { header: 'Ansvarig', cell: ({ assignee }) => assignee?.fullName, onPhone: 'hidden' },
  created: {
    header: 'Skapad',
    cell: ({ createdAt }) => <Day at={createdAt} />,
    onPhone: 'hidden',
  },
  activity: {
    header: 'Senast',
    // A phone has room for one of them.
    cell: ({ lastActivityAt, dueAt }) => <Day at={lastActivityAt} className={dueAt ? 'stacked:hidden' : ''} />,
    isForWide: true,
  },
  due: { header: 'Besvaras', cell: ({ dueAt }) => dueAt && <DueMark dueAt={dueAt} /> },
}

function Day({ at, className = '' }: { at: string; className?: string }) {
  // Formatted only once, as a list has a hundred of them.
  const moment = formatDateTime(at)
  return (
    <time dateTime={at} title={moment} className={`tabular-nums ${className}`}>
      {moment.slice(0, 10)}
    </time>
  )
}

const selectLabel = ({ ticketNumber }: TicketRow) => `Markera #${ticketNumber}`
const ticketPath = ({ id }: Pick<TicketRow, 'id'>) => `/backoffice/tickets/${id}`

type Props = Pick<
  TableProps<TicketRow>,
  | 'rows'
  | 'sort'
  | 'onSort'
  | 'hasMore'
  | 'isLoadingMore'
  | 'hasLoadFailed'
  | 'onLoadMore'
  | 'empty'
  | 'label'
  | 'selection'
> & {
  onManage: (ticket: TicketRow) => void
  /** All tickets belong to the customer of the page. */
  isOfOneCustomer?: boolean
}

const toColumns = (of: Partial<typeof columns>): Column<TicketRow>[] =>
  Object.entries(of).map(([key, column]) => ({ ...column, key, isSortable: key in firstDirections }))
const { customer: _customer, ...withoutCustomer } = columns
const allColumns = toColumns(columns)
const columnsOfOneCustomer = toColumns(withoutCustomer)

export function TicketTable({ onManage, isOfOneCustomer = false, ...list }: Props) {
  const actions = useCallback(
    (ticket: TicketRow) => (
      <>
        <RouteLink
          to={ticketPath(ticket)}
          aria-label={`Visa #${ticket.ticketNumber}`}
          {...tooltip('Visa')}
          className="inline-grid size-8 place-items-center rounded-sm text-ink-soft hover:bg-hover hover:text-ink stacked:hidden"
        >
          <Eye aria-hidden="true" className="size-4.5" />
        </RouteLink>
        <IconButton
          icon={SlidersHorizontal}
          label={`Hantera ticket #${ticket.ticketNumber}`}
          tooltip="Hantera ticket"
          onPress={() => onManage(ticket)}
        />
      </>
    ),
    [onManage],
  )
  return (
    <Table
      columns={isOfOneCustomer ? columnsOfOneCustomer : allColumns}
      rowKey={({ id }) => id}
      href={ticketPath}
      loadingText="Laddar tickets …"
      stacksBelow="lg"
      hasTwoLines
      actions={actions}
      selectLabel={selectLabel}
      {...list}
    />
  )
}
