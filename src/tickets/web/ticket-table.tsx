import { useCallback } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { formatDate, formatDateTime } from '#lib/ui/format.ts'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Notes } from '#lib/ui/notes.tsx'
import { type Column, Table, type TableProps } from '#lib/ui/table.tsx'
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
    cell: ({ title }) => <span title={title}>{title}</span>,
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
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, isSortable: true },
  {
    key: 'priority',
    header: 'Prioritet',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
    isSortable: true,
  },
  { key: 'assignee', header: 'Ansvarig', cell: ({ assignee }) => assignee?.fullName },
  { key: 'created', header: 'Skapad', cell: ({ createdAt }) => <Day at={createdAt} />, isSortable: true },
  { key: 'activity', header: 'Senast', cell: ({ lastActivityAt }) => <Day at={lastActivityAt} />, isSortable: true },
]

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)} className="tabular-nums">
    {formatDate(at)}
  </time>
)

const ticketPath = ({ id }: Pick<TicketRow, 'id'>) => `/backoffice/tickets/${id}`

type Props = Pick<
  TableProps<TicketRow>,
  'rows' | 'sort' | 'onSort' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty' | 'label'
> & { onManage: (ticket: TicketRow) => void }

export function TicketTable({ onManage, ...list }: Props) {
  const actions = useCallback(
    (ticket: TicketRow) => (
      <>
        <LinkButton to={ticketPath(ticket)} size="sm" variant="quiet" accessibleName={`Visa #${ticket.ticketNumber}`}>
          Visa
        </LinkButton>
        <Button
          size="sm"
          variant="quiet"
          onPress={() => onManage(ticket)}
          accessibleName={`Hantera ticket #${ticket.ticketNumber}`}
        >
          Hantera ticket
        </Button>
      </>
    ),
    [onManage],
  )
  return (
    <Table
      columns={columns}
      rowKey={({ id }) => id}
      href={ticketPath}
      loadingText="Laddar tickets …"
      stacksBelow="lg"
      actions={actions}
      {...list}
    />
  )
}
