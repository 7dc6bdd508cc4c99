import type { ReactNode } from 'react'
import type { RegisterFilter } from '../web/register-filter.ts'
import { DebouncedSearch } from './debounced-search.tsx'
import { RadioGroupInput } from './radio-group.tsx'

type Props = {
  /** Label and placeholder of the search. */
  label: string
  placeholder: string
  /** The filter that the controls show. */
  chosen: RegisterFilter
  setFilter: (name: keyof RegisterFilter, value: string) => void
  activeLabel: string
  archivedLabel: string
  /** Beside the filter, such as the button that adds a row. */
  children?: ReactNode
}

/** The filter of a list with archived rows: a search, and which of the two lists is shown. */
export function SearchWithArchive({
  label,
  placeholder,
  chosen,
  setFilter,
  activeLabel,
  archivedLabel,
  children,
}: Props) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="w-full sm:w-80">
        <DebouncedSearch
          label={label}
          placeholder={placeholder}
          value={chosen.search}
          onChange={(text) => setFilter('search', text)}
        />
      </div>
      <RadioGroupInput
        label="Visa"
        isLabelHidden
        isInRow
        value={chosen.archived ? 'archived' : 'active'}
        onChange={(value) => setFilter('archived', value === 'archived' ? 'true' : '')}
        choices={[
          { value: 'active', label: activeLabel },
          { value: 'archived', label: archivedLabel },
        ]}
      />
      {children}
    </div>
  )
}
