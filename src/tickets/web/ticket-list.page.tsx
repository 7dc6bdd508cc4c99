import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { Page } from '#lib/ui/page.tsx'
import { QueryError } from '#lib/ui/query-error.tsx'
import { Tabs } from '#lib/ui/tabs.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { hasFormSnapshot } from '#lib/web/form-recovery.ts'
import { useReturnToRow } from '#lib/web/left-row.ts'
import { tableOf } from '#lib/web/pages.ts'
import type { TicketCounts } from '../ticket-counts.contract.ts'
import { listOrder } from '../ticket-order.rules.ts'
import { useManageTicket } from './manage-ticket.tsx'
import { NewTicketDialog } from './new-ticket.lazy.ts'
import { type Filtering, TicketFilters, useTicketFilter } from './ticket-filters.tsx'
import { TicketTable } from './ticket-table.tsx'
import { type TicketListFilter, ticketRecoveryKey, ticketsQuery } from './tickets.api.ts'

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

/** The list and the counts of both tabs; the previous counts are kept while another tab or search is loading. */
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
