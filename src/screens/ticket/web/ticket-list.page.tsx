import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { OtherHits } from '#features/inbox/web/other-hits.tsx'
import { hitsText, searchCountsQuery } from '#features/inbox/web/search-counts.api.ts'
import type { TicketCounts } from '#features/tickets/ticket-counts.contract.ts'
import { type TicketListFilter, ticketQueryOf } from '#features/tickets/ticket-filter.rules.ts'
import { listOrder } from '#features/tickets/ticket-order.rules.ts'
import { BulkBar, ChooseButton, ticketKey } from '#features/tickets/web/bulk-bar.tsx'
import { useManageTicket } from '#features/tickets/web/manage-ticket.tsx'
import { NewTicketDialog } from '#features/tickets/web/new-ticket.lazy.ts'
import { type Filtering, TicketFilters, useTicketFilter } from '#features/tickets/web/ticket-filters.tsx'
import { TicketTable } from '#features/tickets/web/ticket-table.tsx'
import { ticketRecoveryKey, ticketsQuery } from '#features/tickets/web/tickets.api.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { useTableSelection } from '#shared/ui/table-selection.ts'
import { Tabs } from '#shared/ui/tabs.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { useArrivalState } from '#shared/web/arrival.ts'
import { useDeviceChoice } from '#shared/web/device-choice.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useReturnToRow } from '#shared/web/left-row.ts'
import { tableOf } from '#shared/web/pages.ts'
import { isToDoShown, OPENS_TO_DO, TO_DO_QUERY } from './shown-view.ts'
import { ToDoTable } from './to-do-table.tsx'
import { ViewMenu } from './view-menu.tsx'

const tabLabels = { active: 'Aktiva', archived: 'Arkiverade' } as const

/** The tickets by tab, or 'Att göra'. The last view chosen of both is the one that opens without a query. */
export function TicketListPage() {
  const { filtering, isToDo, choose, chooseTab } = useChosenView()
  const { filter, chosen } = filtering
  const list = useTicketList(filter)
  const manage = useManageTicket()
  const arrival = useArrivalState<{ focusesSearch?: boolean }>()
  useReturnToRow(!isToDo && !arrival?.focusesSearch && list.data !== undefined)
  const [isAdding, setAdding] = useTransitionState(hasFormSnapshot(ticketRecoveryKey()))
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      Nytt ärende
    </Button>
  )
  return (
    <Page
      title="Support Tickets"
      lead="Hantera kunders supportärenden"
      action={
        <>
          <ViewMenu query={isToDo ? TO_DO_QUERY : queryOfView(chosen)} onChoose={choose} />
          {add}
        </>
      }
    >
      <Tabs
        label="Tickets"
        selected={isToDo ? undefined : filter.tab}
        onChange={chooseTab}
        tabs={(['active', 'archived'] as const).map((key) => ({
          key,
          label: tabLabels[key],
          count: list.countOf(key),
          content: <FilteredTickets filtering={filtering} list={list} manage={manage} add={add} />,
        }))}
      >
        <ToDoTable />
      </Tabs>
      {isAdding && <NewTicketDialog onClose={() => setAdding(false)} />}
      {manage.dialog}
    </Page>
  )
}

/** The view that the address or the device's last choice shows, with its filters. */
function useChosenView() {
  const [opensToDo, setOpensToDo] = useDeviceChoice(OPENS_TO_DO)
  const filtering = useTicketFilter(opensToDo ? 'tab=active' : '')
  const [params] = useSearchParams()
  const isToDo = isToDoShown(params, opensToDo)
  const choose = (query: string) => {
    setOpensToDo(query === TO_DO_QUERY)
    filtering.setQuery(query || (opensToDo ? 'tab=active' : ''))
  }
  // Search and filters stay when the tab of a list changes.
  const chooseTab = (tab: keyof typeof tabLabels) => {
    if (isToDo) return choose(tab === 'active' ? '' : 'tab=archived')
    setOpensToDo(false)
    filtering.setFilter('tab', tab === 'archived' ? tab : '')
  }
  return { filtering, isToDo, choose, chooseTab }
}

type FilteredProps = {
  filtering: Filtering
  list: ReturnType<typeof useTicketList>
  manage: ReturnType<typeof useManageTicket>
  add: ReactNode
}

function FilteredTickets({ filtering, list, manage, add }: FilteredProps) {
  const table = tableOf(list)
  const selection = useTableSelection(table.rows, ticketKey, JSON.stringify(filtering.filter))
  return (
    <div className="flex flex-col gap-4">
      <TicketFilters {...filtering} action={<ChooseButton selection={selection} rows={table.rows} isIcon />} />
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte ladda tickets" query={list} />
      ) : (
        <>
          <div className="max-sm:hidden sm:contents">
            <ChooseButton selection={selection} rows={table.rows} />
          </div>
          <TicketTable
            label={`${tabLabels[filtering.filter.tab]} tickets`}
            {...table}
            selection={selection}
            sort={sortOf(filtering.chosen)}
            onSort={filtering.filter.search ? undefined : filtering.sortBy}
            onManage={manage.open}
            empty={<NoTickets {...filtering} add={add} />}
          />
          <BulkBar selection={selection} rows={table.rows} />
        </>
      )}
    </div>
  )
}

/** '' for a tab without a filter. */
const queryOfView = (filter: TicketListFilter) => {
  const { tab: _tab, ...rest } = filter
  return Object.values(rest).some(Boolean) ? ticketQueryOf(filter) : ''
}

const sortOf = (filter: TicketListFilter) => {
  const { sort, direction } = listOrder(filter)
  return { key: sort, direction }
}

/** The list, and the counts of both tabs: of a search its hits. Previous counts remain while another tab or search is loading. */
function useTicketList(filter: TicketListFilter) {
  const list = useInfiniteQuery(ticketsQuery(filter))
  const [counts, setCounts] = useState<TicketCounts>()
  const current = list.data?.pages[0]?.counts
  if (current && current !== counts) setCounts(current)
  const failure = list.data ? null : list.error
  useEffect(() => {
    if (failure) showToast({ title: 'Fel', text: 'Kunde inte ladda tickets', tone: 'error' })
  }, [failure])
  const { search = '' } = filter
  const hits = useQuery(searchCountsQuery(search)).data?.tickets
  const countOf = (tab: keyof TicketCounts) => (search ? hits && hitsText(hits[tab]) : counts?.[tab])
  return { ...list, counts, countOf }
}

/** Tickets are found by words, which have letters and digits. */
const isSearchable = (search: string) => /[\p{L}\p{N}]/u.test(search)

type NoTicketsProps = Filtering & { add: ReactNode }

function NoTickets({ filter, isNarrowed, clear, add }: NoTicketsProps) {
  const { tab, search } = filter
  if (isNarrowed)
    return (
      <EmptyState
        title={search ? `Inga ${tabLabels[tab].toLowerCase()} tickets` : 'Inga träffar'}
        text={
          search && !isSearchable(search)
            ? 'Sök på minst en bokstav eller siffra.'
            : `Inget ärende under ${tabLabels[tab]} stämmer med sökningen och filtren.`
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {search && isSearchable(search) && <OtherHits search={search} area="tickets" tab={tab} />}
            <Button onPress={clear}>Rensa sökning och filter</Button>
          </div>
        }
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
