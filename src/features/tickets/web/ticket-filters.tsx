import type { ReactNode } from 'react'
import { DebouncedSearch } from '#shared/ui/debounced-search.tsx'
import { FilterPanel } from '#shared/ui/filter-panel.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { useArrivalState } from '#shared/web/arrival.ts'
import { useRememberListUrl, useUrlFilter } from '#shared/web/url.ts'
import { ON_HOLD } from '../hold.rules.ts'
import { type TicketFilterName, type TicketListFilter, ticketFilterOf } from '../ticket-filter.rules.ts'
import {
  DEFAULT_ORDER,
  type Direction,
  firstDirections,
  listOrder,
  type TicketOrder,
  type TicketSort,
  ticketSorts,
} from '../ticket-order.rules.ts'
import { NOBODY, priorityChoices, statusFilterChoices, useAssigneeChoices } from './ticket-choices.ts'

export const TICKET_LIST = '/backoffice/tickets'

export type Filtering = {
  /** The filter of the list. */
  filter: TicketListFilter
  /** The filter of the controls; the list follows once the router has navigated. */
  chosen: TicketListFilter
  /** As typed, including a trailing space, since another word may follow. */
  typedSearch: string
  setFilter: (name: TicketFilterName, value: string) => void
  /** Sorts by a column; reverses the direction if the list is already sorted by it. */
  sortBy: (column: string) => void
  setSort: (sort: TicketSort, direction: Direction) => void
  /** Filters by the query of an address. */
  setQuery: (query: string) => void
  /** Clears search and filters, but not the tab. */
  clear: () => void
  isNarrowed: boolean
}

/** `whenEmpty` is the query of the list without a filter. */
export function useTicketFilter(whenEmpty = ''): Filtering {
  const { params, chosen: chosenParams, set, setAll } = useUrlFilter<TicketFilterName>(whenEmpty)
  useRememberListUrl(TICKET_LIST)
  const setSort = (sort: TicketSort, direction: Direction) => {
    const isDefault = sort === DEFAULT_ORDER.sort && direction === DEFAULT_ORDER.direction
    const others = Object.fromEntries([...chosenParams].filter(([name]) => name !== 'sort' && name !== 'direction'))
    setAll(isDefault ? others : { ...others, sort, direction })
  }
  const [filter, chosen] = [ticketFilterOf(params), ticketFilterOf(chosenParams)]
  const { tab: _tab, sort: _sort, direction: _direction, ...narrowing } = filter
  return {
    filter,
    chosen,
    typedSearch: chosenParams.get('search') ?? '',
    isNarrowed: Object.values(narrowing).some(Boolean),
    clear: () => setAll(chosen.tab === 'archived' ? { tab: 'archived' } : {}),
    setFilter: set,
    setQuery: (query) => setAll(Object.fromEntries(new URLSearchParams(query))),
    sortBy: (column) => {
      const sort = ticketSorts.find((name) => name === column)
      if (!sort) return
      const order = listOrder({ sort: chosen.sort, direction: chosen.direction })
      const isAgain = sort === order.sort
      setSort(sort, isAgain ? opposite[order.direction] : firstDirections[sort])
    },
    setSort,
  }
}

const opposite = { asc: 'desc', desc: 'asc' } as const

type FiltersProps = Filtering & { action?: ReactNode }

export function TicketFilters({ filter: { tab }, chosen, typedSearch, setFilter, setSort, action }: FiltersProps) {
  const { tab: _tab, search: _search, sort: _sort, direction: _direction, ...counted } = chosen
  const { status = '', priority = '', assignee = '' } = counted
  return (
    <FilterPanel
      action={action}
      activeCount={Object.values(counted).filter(Boolean).length}
      first={
        <div className="sm:w-80">
          <DebouncedSearch
            label="Sök ärende"
            placeholder="Nummer, titel, kund, text"
            value={typedSearch}
            onChange={(text) => setFilter('search', text)}
            autoFocus={useArrivalState<{ focusesSearch?: boolean }>()?.focusesSearch === true}
          />
        </div>
      }
    >
      {tab === 'active' && (
        <div className="sm:w-40">
          <SelectInput
            label="Status"
            isLabelHidden
            value={status}
            onChange={(value) => setFilter('status', value)}
            emptyLabel="Alla statusar"
            choices={statusFilterChoices}
          />
        </div>
      )}
      <div className="sm:w-40">
        <SelectInput
          label="Prioritet"
          isLabelHidden
          value={priority}
          onChange={(value) => setFilter('priority', value)}
          emptyLabel="Alla prioriteter"
          choices={priorityChoices}
        />
      </div>
      <div className={tab === 'active' ? 'col-span-2 sm:w-52' : 'sm:w-52'}>
        <AssigneeSelect assignee={assignee} setFilter={setFilter} />
      </div>
      {!chosen.search && <OrderSelect chosen={chosen} setSort={setSort} />}
      {tab === 'active' && <Switches chosen={chosen} setFilter={setFilter} />}
    </FilterPanel>
  )
}

function AssigneeSelect({ assignee, setFilter }: { assignee: string } & Pick<Filtering, 'setFilter'>) {
  const staff = useAssigneeChoices()
  return (
    <SelectInput
      label="Ansvarig"
      isLabelHidden
      value={assignee}
      onChange={(value) => setFilter('assignee', value)}
      emptyLabel="Alla ansvariga"
      choices={[{ value: 'me', label: 'Mina ärenden' }, { value: 'nobody', label: NOBODY }, ...staff]}
    />
  )
}

const Switches = ({ chosen, setFilter }: Pick<Filtering, 'chosen' | 'setFilter'>) => (
  <div className="col-span-2 flex flex-wrap gap-x-5 gap-y-2 sm:pb-1.5">
    <SwitchInput
      label="Väntar på oss"
      value={chosen.waiting === 'us'}
      onChange={(on) => setFilter('waiting', on ? 'us' : '')}
    />
    <SwitchInput
      label={ON_HOLD}
      value={chosen.waiting === 'customer'}
      onChange={(on) => setFilter('waiting', on ? 'customer' : '')}
    />
  </div>
)

/** Tickets are numbered as they are created. */
type SelectedSort = Exclude<TicketSort, 'number'>
type FirstOrder = { [Sort in SelectedSort]: `${Sort} ${(typeof firstDirections)[Sort]}` }[SelectedSort]

const orders = {
  'created desc': 'Nyast först',
  'activity desc': 'Senast aktiva',
  'activity asc': 'Längst utan aktivitet',
  'due asc': 'Ska vara besvarat',
  'priority desc': 'Högst prioritet',
  'status desc': 'Status',
  'customer asc': 'Kund A–Ö',
  'created asc': 'Äldst först',
} as const satisfies Record<FirstOrder, string> & Partial<Record<`${TicketSort} ${Direction}`, string>>

const orderValue = <Order extends TicketOrder>({ sort, direction }: Order) =>
  `${sort} ${direction}` as `${Order['sort']} ${Order['direction']}`
const defaultOrder: keyof typeof orders = orderValue(DEFAULT_ORDER)

/** Chooses the order where not every column is shown, so that there is no header to press. */
function OrderSelect({ chosen, setSort }: Pick<Filtering, 'chosen' | 'setSort'>) {
  const current = orderValue(listOrder({ sort: chosen.sort, direction: chosen.direction }))
  const choose = (value: string) => {
    const [name, direction] = value.split(' ')
    setSort(ticketSorts.find((sort) => sort === name) ?? DEFAULT_ORDER.sort, direction === 'asc' ? 'asc' : 'desc')
  }
  return (
    <div className="col-span-2 sm:w-52 2xl:hidden">
      <SelectInput
        label="Ordning"
        isLabelHidden
        value={current === defaultOrder ? '' : current}
        onChange={(value) => choose(value || defaultOrder)}
        emptyLabel={orders[defaultOrder]}
        choices={Object.entries(orders)
          .filter(([value]) => value !== defaultOrder)
          .map(([value, label]) => ({ value, label }))}
        placeholder="Annan ordning"
      />
    </div>
  )
}
