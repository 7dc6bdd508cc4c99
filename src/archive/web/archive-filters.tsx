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
  /** The text as typed, with a trailing space, which starts another word. */
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

/** Invalid query parameters of the URL are ignored. */
function filterOf(params: URLSearchParams): ArchiveListFilter {
  const filterValue = (name: Name) => {
    const value = fields[name].safeParse(params.get(name) ?? undefined)
    return (value.success && value.data) || ''
  }
  return { search: filterValue('search'), customerId: filterValue('customerId'), year: filterValue('year') }
}

export function ArchiveFilters({ chosen: { customerId, year }, typedSearch, setFilter }: ArchiveFiltering) {
  const { data: years = [] } = useQuery(yearsQuery)
  // The URL may have a year without rows, which must be among the choices.
  const choices = year && !years.includes(year) ? [...years, year] : years
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
          choices={choices.map((value) => ({ value, label: value }))}
        />
      </div>
    </div>
  )
}
