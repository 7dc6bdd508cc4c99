import { useQuery } from '@tanstack/react-query'
import { CustomerFilter } from '#features/customers/web/customer-filter.tsx'
import { DebouncedSearch } from '#shared/ui/debounced-search.tsx'
import { FilterPanel } from '#shared/ui/filter-panel.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { useUrlFilter } from '#shared/web/url.ts'
import { type ArchiveListFilter, archiveFilterOf, yearsQuery } from './archive.api.ts'

export type ArchiveFiltering = {
  /** The filter of the list. */
  filter: ArchiveListFilter
  /** The filter of the controls; the list follows once the router has navigated. */
  chosen: ArchiveListFilter
  /** The search text as typed, including a trailing space, which begins another word. */
  typedSearch: string
  setFilter: (name: keyof ArchiveListFilter, value: string) => void
  clear: () => void
  isNarrowed: boolean
}

export function useArchiveFilter(): ArchiveFiltering {
  const { params, chosen, set, setAll } = useUrlFilter<keyof ArchiveListFilter>()
  const filter = archiveFilterOf(params)
  return {
    filter,
    chosen: archiveFilterOf(chosen),
    typedSearch: chosen.get('search') ?? '',
    isNarrowed: Object.values(filter).some(Boolean),
    clear: () => setAll({}),
    setFilter: set,
  }
}

export function ArchiveFilters({ chosen, typedSearch, setFilter }: ArchiveFiltering) {
  const { search: _, ...counted } = chosen
  const { customerId, year } = counted
  const { data: years = [] } = useQuery(yearsQuery)
  // The URL may have a year without rows, which must be among the choices.
  const choices = year && !years.includes(year) ? [...years, year] : years
  return (
    <FilterPanel
      activeCount={Object.values(counted).filter(Boolean).length}
      first={
        <div className="sm:w-80">
          <DebouncedSearch
            label="Sök i arkivet"
            placeholder="Kund, tekniker, text"
            value={typedSearch}
            onChange={(text) => setFilter('search', text)}
          />
        </div>
      }
    >
      <div className="max-sm:col-span-2 sm:w-72">
        <CustomerFilter customerId={customerId} onChange={(value) => setFilter('customerId', value)} />
      </div>
      <div className="max-sm:col-span-2 sm:w-40">
        <SelectInput
          label="År"
          value={year}
          onChange={(value) => setFilter('year', value)}
          emptyLabel="Alla år"
          choices={choices.map((value) => ({ value, label: value }))}
        />
      </div>
    </FilterPanel>
  )
}
