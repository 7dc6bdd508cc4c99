import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { nameOf, useCustomerChoices } from '#customers/web/customer-choices.api.ts'
import { customerQuery } from '#customers/web/customers.api.ts'
import { ComboboxInput } from '#lib/ui/combobox.tsx'
import { SearchField } from '#lib/ui/search-field.tsx'
import { SelectInput } from '#lib/ui/select.tsx'
import { useTypedText } from '#lib/web/typed-text.ts'
import { ArchiveFilter } from '../archive.contract.ts'
import { type ArchiveListFilter, yearsQuery } from './archive.api.ts'

const names = ['search', 'customerId', 'year'] as const
type Name = (typeof names)[number]
const fields: Record<Name, z.ZodType<string | undefined>> = ArchiveFilter.shape

export type ArchiveFiltering = {
  filter: ArchiveListFilter
  /** As it was typed: a blank at its end is the beginning of another word. */
  typedSearch: string
  setFilter: (name: Name, value: string) => void
  clear: () => void
  isNarrowed: boolean
}

/** In the address, so that a reload and the back button keep it; typing replaces, choosing adds a step. */
export function useArchiveFilter(): ArchiveFiltering {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  return {
    filter,
    typedSearch: params.get('search') ?? '',
    isNarrowed: Boolean(filter.search || filter.customerId || filter.year),
    clear: () => setParams({}),
    setFilter: (name, value) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: name === 'search' },
      ),
  }
}

/** What an address says that means nothing is left out. */
function filterOf(params: URLSearchParams): ArchiveListFilter {
  const given = (name: Name) => {
    const value = fields[name].safeParse(params.get(name) ?? undefined)
    return (value.success && value.data) || ''
  }
  return { search: given('search'), customerId: given('customerId'), year: given('year') }
}

export function ArchiveFilters({ filter: { customerId, year }, typedSearch, setFilter }: ArchiveFiltering) {
  const [typed, setTyped] = useTypedText(typedSearch, (text) => setFilter('search', text))
  const { data: chosen } = useQuery({ ...customerQuery(customerId), enabled: customerId !== '' })
  const { data: years = [] } = useQuery(yearsQuery)
  // A link may name a year without rows; it stays choosable while it is chosen.
  const shown = year && !years.includes(year) ? [...years, year] : years
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="w-full sm:w-80">
        <SearchField
          label="Sök i arkivet"
          isLabelHidden={false}
          placeholder="Kund, tekniker, text"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <div className="w-full sm:w-72">
        <ComboboxInput
          label="Kund"
          value={customerId}
          onChange={(value) => setFilter('customerId', value)}
          placeholder="Alla kunder"
          {...useCustomerChoices({ includeArchived: true })}
          {...(chosen && { valueLabel: nameOf({ ...chosen, isArchived: chosen.archivedAt !== null }) })}
        />
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
