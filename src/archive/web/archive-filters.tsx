import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { CustomerFilter } from '#customers/web/customer-filter.api.ts'
import { DebouncedSearch } from '#lib/ui/debounced-search.tsx'
import { SelectInput } from '#lib/ui/select.tsx'
import { useUrlFilter } from '#lib/web/url.ts'
import { ArchiveFilter } from '../archive.contract.ts'
import { type ArchiveListFilter, yearsQuery } from './archive.api.ts'

const names = ['search', 'customerId', 'year'] as const
type Name = (typeof names)[number]
const fields: Record<Name, z.ZodType<string | undefined>> = ArchiveFilter.shape

export type ArchiveFiltering = {
  /** What the list shows. */
  filter: ArchiveListFilter
  /** What the controls show; the list follows in a transition. */
  chosen: ArchiveListFilter
  /** As typed: with the space at its end that begins another word. */
  typedSearch: string
  setFilter: (name: Name, value: string) => void
  clear: () => void
  isNarrowed: boolean
}

export function useArchiveFilter(): ArchiveFiltering {
  const { params, chosen, set, setAll } = useUrlFilter<Name>()
  const filter = filterOf(params)
  return {
    filter,
    chosen: filterOf(chosen),
    typedSearch: chosen.get('search') ?? '',
    isNarrowed: Boolean(filter.search || filter.customerId || filter.year),
    clear: () => setAll({}),
    setFilter: set,
  }
}

/** Drops the parts of a URL that are no valid filter. */
function filterOf(params: URLSearchParams): ArchiveListFilter {
  const given = (name: Name) => {
    const value = fields[name].safeParse(params.get(name) ?? undefined)
    return (value.success && value.data) || ''
  }
  return { search: given('search'), customerId: given('customerId'), year: given('year') }
}

export function ArchiveFilters({ chosen: { customerId, year }, typedSearch, setFilter }: ArchiveFiltering) {
  const { data: years = [] } = useQuery(yearsQuery)
  // A link may name a year without rows; it stays choosable while it is chosen.
  const shown = year && !years.includes(year) ? [...years, year] : years
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="w-full sm:w-80">
        <DebouncedSearch
          label="Sök i arkivet"
          isLabelHidden={false}
          placeholder="Kund, tekniker, text"
          value={typedSearch}
          onChange={(text) => setFilter('search', text)}
        />
      </div>
      <div className="w-full sm:w-72">
        <CustomerFilter customerId={customerId} onChange={(value) => setFilter('customerId', value)} />
      </div>
      <div className="w-full sm:w-40">
        <SelectInput
          label="År"
          value={year}
          onChange={(value) => setFilter('year', value)}
          emptyLabel="Alla år"
          choices={shown.map((value) => ({ value, label: value }))}
        />
      </div>
    </div>
  )
}
