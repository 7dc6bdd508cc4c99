import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { HoldBadge } from '#features/tickets/web/hold-badge.tsx'
import { PriorityBadge } from '#features/tickets/web/priority-badge.tsx'
import { StatusBadge } from '#features/tickets/web/status-badge.tsx'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { ticketFilterOf, ticketsQuery } from '#features/tickets/web/tickets.api.ts'
import { formatDate } from '#shared/ui/format.ts'
import { SplitView, useIsWide } from '#shared/ui/split-view.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useListSearch } from '#shared/web/url.ts'

type Props = { currentId: string; children: ReactNode }

/** On wide screens, shows the list beside a ticket. */
export const BesideTickets = ({ currentId, children }: Props) =>
  useIsWide() ? <Beside currentId={currentId}>{children}</Beside> : children

function Beside({ currentId, children }: Props) {
  const list = useInfiniteQuery(ticketsQuery(ticketFilterOf(useListSearch(TICKET_LIST))))
  return (
    <SplitView label="Ärenden" currentId={currentId} hrefOf={hrefOf} content={content} {...tableOf(list)}>
      {children}
    </SplitView>
  )
}

const hrefOf = ({ id }: TicketRow) => `${TICKET_LIST}/${id}`

const content = (ticket: TicketRow) => {
  const { title, customer, status, priority, ticketNumber, lastActivityAt } = ticket
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
        <StatusBadge status={status} />
        <HoldBadge ticket={ticket} />
        {priority !== 'normal' && <PriorityBadge priority={priority} />}
      </span>
    </>
  )
}
