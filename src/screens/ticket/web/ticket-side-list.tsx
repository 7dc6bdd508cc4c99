import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type TicketListFilter, ticketFilterOf } from '#features/tickets/ticket-filter.rules.ts'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { HoldBadge } from '#features/tickets/web/hold-badge.tsx'
import { PriorityBadge } from '#features/tickets/web/priority-badge.tsx'
import { TicketStatusBadge } from '#features/tickets/web/status-badge.tsx'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { ticketsQuery } from '#features/tickets/web/tickets.api.ts'
import { formatDate } from '#shared/ui/format.ts'
import { SplitView, useIsWide } from '#shared/ui/split-view.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useListSearch } from '#shared/web/url.ts'
import type { ToDoRow } from '../to-do.contract.ts'
import { isToDoShown } from './shown-view.ts'
import { toDoQuery } from './to-do.api.ts'
import { toDoPath } from './to-do-row.ts'

type Props = { currentId: string; children: ReactNode }

/** On wide screens, shows the list beside a ticket. */
export const BesideTickets = ({ currentId, children }: Props) =>
  useIsWide() ? <Beside currentId={currentId}>{children}</Beside> : children

function Beside(props: Props) {
  const params = useListSearch(TICKET_LIST)
  return isToDoShown(params) ? <BesideToDo {...props} /> : <BesideFiltered {...props} filter={ticketFilterOf(params)} />
}

function BesideFiltered({ currentId, children, filter }: Props & { filter: TicketListFilter }) {
  const list = useInfiniteQuery(ticketsQuery(filter))
  return (
    <SplitView label="Ärenden" currentId={currentId} hrefOf={hrefOf} content={content} {...tableOf(list)}>
      {children}
    </SplitView>
  )
}

/** A row of 'Att göra' beside the view that it was opened from. */
export function BesideToDo({ currentId, children }: Props) {
  const list = useInfiniteQuery(toDoQuery)
  return (
    <SplitView label="Att göra" currentId={currentId} hrefOf={toDoPath} content={toDoContent} {...tableOf(list)}>
      {children}
    </SplitView>
  )
}

const hrefOf = ({ id }: TicketRow) => `${TICKET_LIST}/${id}`

const content = (ticket: TicketRow) => {
  const { title, customer, priority, ticketNumber, lastActivityAt } = ticket
  return (
    <>
      <span className="block truncate font-medium">{title}</span>
      <span className="flex justify-between gap-2 text-sm text-ink-soft">
        <span className="truncate">
          <span className="tabular-nums">#{ticketNumber}</span>
          <span className="max-2xl:hidden"> · {customer.name}</span>
        </span>
        <span className="shrink-0 tabular-nums max-2xl:hidden">{formatDate(lastActivityAt)}</span>
      </span>
      <span className="mt-1 flex gap-1.5 max-2xl:hidden">
        <TicketStatusBadge ticket={ticket} />
        <HoldBadge ticket={ticket} />
        {priority !== 'normal' && <PriorityBadge priority={priority} />}
      </span>
    </>
  )
}

const toDoContent = (row: ToDoRow) =>
  row.type === 'ticket' ? (
    content(row)
  ) : (
    <>
      <span className="block truncate font-medium">{row.excerpt}</span>
      <span className="flex justify-between gap-2 text-sm text-ink-soft">
        <span className="truncate">
          Inkorg<span className="max-2xl:hidden"> · {row.name}</span>
        </span>
        <span className="shrink-0 tabular-nums max-2xl:hidden">{formatDate(row.lastActivityAt)}</span>
      </span>
      {row.isUrgent && (
        <span className="mt-1 flex max-2xl:hidden">
          <PriorityBadge priority="urgent" />
        </span>
      )}
    </>
  )
