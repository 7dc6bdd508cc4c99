import { DebouncedSearch } from '#shared/ui/debounced-search.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { useRememberListUrl, useUrlFilter } from '#shared/web/url.ts'
import { DEFAULT_SORT, type EnquirySort, enquirySorts, isSortable } from '../enquiry-order.rules.ts'
import { type InboxFilter, inboxFilterOf } from './enquiries.api.ts'

export const INBOX = '/backoffice/inbox'

type FilterName = 'tab' | 'search' | 'sort'

export type Filtering = {
  filter: InboxFilter
  /** The filter of the controls; the list follows once the router has navigated. */
  chosen: InboxFilter
  /** As typed, with a trailing space, since another word may follow. */
  typedSearch: string
  setFilter: (name: FilterName, value: string) => void
}

export function useInboxFilter(): Filtering {
  const { params, chosen, set } = useUrlFilter<FilterName>()
  useRememberListUrl(INBOX)
  return {
    filter: inboxFilterOf(params),
    chosen: inboxFilterOf(chosen),
    typedSearch: chosen.get('search') ?? '',
    setFilter: set,
  }
}

export const InboxFilters = (filtering: Filtering) => (
  <div className="flex flex-wrap gap-3">
    <InboxSearch {...filtering} />
    {isSortable(filtering.chosen) && <OrderSelect {...filtering} />}
  </div>
)

const InboxSearch = ({ typedSearch, setFilter }: Filtering) => (
  <div className="w-full sm:w-80">
    <DebouncedSearch
      label="Sök förfrågan"
      placeholder="Nummer, namn, e-post, text"
      value={typedSearch}
      onChange={(text) => setFilter('search', text)}
    />
  </div>
)

const orders = { created: 'Nyast först', due: 'Ska vara besvarat' } as const satisfies Record<EnquirySort, string>

const OrderSelect = ({ chosen, setFilter }: Filtering) => (
  <div className="w-full sm:w-52">
    <SelectInput
      label="Ordning"
      isLabelHidden
      value={chosen.sort ?? ''}
      onChange={(value) => setFilter('sort', value)}
      emptyLabel={orders[DEFAULT_SORT]}
      choices={enquirySorts
        .filter((sort) => sort !== DEFAULT_SORT)
        .map((sort) => ({ value: sort, label: orders[sort] }))}
    />
  </div>
)
