import { Eye, SlidersHorizontal } from 'lucide-react'
import { useCallback } from 'react'
import { formatDateTime } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { tooltip } from '#shared/ui/tooltip.tsx'
import { priorityBadges } from '../badges.rules.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { PriorityBadge } from './priority-badge.tsx'
import { StatusBadge } from './status-badge.tsx'

const columns: readonly Column<TicketRow>[] = [
  {
    key: 'number',
    header: 'Nummer',
    cell: ({ ticketNumber }) => <span className="tabular-nums text-ink-soft">#{ticketNumber}</span>,
    width: 'w-20',
    isSortable: true,
  },
  {
    key: 'title',
    header: 'Titel',
    cell: ({ title }) => title,
    onPhone: 'title',
    grows: true,
    width: 'w-[62%]',
  },
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer }) => <Notes text={customer.name} />,
    grows: true,
    width: 'w-[38%]',
    isSortable: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge status={status} />,
    onPhone: 'mark',
    isSortable: true,
  },
  {
    key: 'priority',
    header: 'Prioritet',
    cell: ({ priority }) => (
      // A phone only has room for prominent ones.
      <PriorityBadge priority={priority} className={priorityBadges[priority].isProminent ? '' : 'stacked:hidden'} />
    ),
    onPhone: 'mark',
    isSortable: true,
  },
  { key: 'assignee', header: 'Ansvarig', cell: ({ assignee }) => assignee?.fullName, onPhone: 'hidden' },
  {
    key: 'created',
    header: 'Skapad',
    cell: ({ createdAt }) => <Day at={createdAt} />,
    onPhone: 'hidden',
    isSortable: true,
  },
  { key: 'activity', header: 'Senast', cell: ({ lastActivityAt }) => <Day at={lastActivityAt} />, isSortable: true },
]

function Day({ at }: { at: string }) {
  // Formatted only once, as a list has a hundred of them.
  const moment = formatDateTime(at)
  return (
    <time dateTime={at} title={moment} className="tabular-nums">
      {moment.slice(0, 10)}
    </time>
  )
}

const ticketPath = ({ id }: Pick<TicketRow, 'id'>) => `/backoffice/tickets/${id}`

type Props = Pick<
  TableProps<TicketRow>,
  'rows' | 'sort' | 'onSort' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty' | 'label'
> & {
  onManage: (ticket: TicketRow) => void
  /** All tickets belong to the customer of the page. */
  isOfOneCustomer?: boolean
}

const columnsOfOneCustomer = columns.filter(({ key }) => key !== 'customer')

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
      columns={isOfOneCustomer ? columnsOfOneCustomer : columns}
      rowKey={({ id }) => id}
      href={ticketPath}
      loadingText="Laddar tickets …"
      stacksBelow="lg"
      hasTwoLines
      actions={actions}
      {...list}
    />
  )
}
