import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import type { TicketCounts } from '#features/tickets/ticket-counts.contract.ts'
import { listOrder } from '#features/tickets/ticket-order.rules.ts'
import { useManageTicket } from '#features/tickets/web/manage-ticket.tsx'
import { NewTicketDialog } from '#features/tickets/web/new-ticket.lazy.ts'
import { type Filtering, TicketFilters, useTicketFilter } from '#features/tickets/web/ticket-filters.tsx'
import { TicketTable } from '#features/tickets/web/ticket-table.tsx'
import { type TicketListFilter, ticketRecoveryKey, ticketsQuery } from '#features/tickets/web/tickets.api.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Tabs } from '#shared/ui/tabs.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useReturnToRow } from '#shared/web/left-row.ts'
import { tableOf } from '#shared/web/pages.ts'

const tabLabels = { active: 'Aktiva', archived: 'Arkiverade' } as const

export function TicketListPage() {
  const filtering = useTicketFilter()
  const { tab } = filtering.filter
  const list = useTicketList(filtering)
  const manage = useManageTicket()
  useReturnToRow(list.data !== undefined)
  const [isAdding, setAdding] = useTransitionState(hasFormSnapshot(ticketRecoveryKey()))
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      Nytt ärende
    </Button>
  )
  const content = (
    <div className="flex flex-col gap-4">
      <TicketFilters {...filtering} />
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte ladda tickets" query={list} />
      ) : (
        <TicketTable
          label={`${tabLabels[tab]} tickets`}
          {...tableOf(list)}
          sort={sortOf(filtering.chosen)}
          onSort={filtering.filter.search ? undefined : filtering.sortBy}
          onManage={manage.open}
          empty={<NoTickets {...filtering} counts={list.counts} add={add} />}
        />
      )}
    </div>
  )
  return (
    <Page title="Support Tickets" lead="Hantera kunders supportärenden" action={add}>
      <Tabs
        label="Tickets"
        selected={tab}
        onChange={(key) => filtering.setFilter('tab', key === 'archived' ? key : '')}
        tabs={(['active', 'archived'] as const).map((key) => ({
          key,
          label: tabLabels[key],
          count: list.counts?.[key],
          content,
        }))}
      />
      {isAdding && <NewTicketDialog onClose={() => setAdding(false)} />}
      {manage.dialog}
    </Page>
  )
}

const sortOf = (filter: TicketListFilter) => {
  const { sort, direction } = listOrder(filter)
  return { key: sort, direction }
}

/** The list and the counts of both tabs; the previous counts remain while another tab or search is loading. */
function useTicketList({ filter }: Filtering) {
  const list = useInfiniteQuery(ticketsQuery(filter))
  const [counts, setCounts] = useState<TicketCounts>()
  const current = list.data?.pages[0]?.counts
  if (current && current !== counts) setCounts(current)
  const failure = list.data ? null : list.error
  useEffect(() => {
    if (failure) showToast({ title: 'Fel', text: 'Kunde inte ladda tickets', tone: 'error' })
  }, [failure])
  return { ...list, counts }
}

type NoTicketsProps = Filtering & { counts: TicketCounts | undefined; add: ReactNode }

function NoTickets({ filter: { tab }, counts, isNarrowed, hidesResolved, clear, setFilter, add }: NoTicketsProps) {
  const showResolved = <Button onPress={() => setFilter('resolved', 'show')}>Visa lösta</Button>
  if (!isNarrowed && hidesResolved && counts && counts.active > 0)
    return <EmptyState title="Allt är löst" text="Inget ärende väntar på åtgärd." action={showResolved} />
  if (isNarrowed)
    return (
      <EmptyState
        title="Inga träffar"
        text={`Inget ärende under ${tabLabels[tab]} stämmer med sökningen och filtren.`}
        action={<Button onPress={clear}>Rensa sökning och filter</Button>}
      />
    )
  if (tab === 'archived')
    return (
      <EmptyState title="Inga arkiverade tickets" text="Ärenden som får statusen Stängd hamnar här." action={add} />
    )
  return (
    <EmptyState
      title="Inga aktiva tickets"
      text="Nya ärenden från kundportalen dyker upp här av sig själva. Du kan också lägga in ett åt en kund."
      action={add}
    />
  )
}
