import { DebouncedSearch } from '#shared/ui/debounced-search.tsx'
import { useRememberListUrl, useUrlFilter } from '#shared/web/url.ts'
import { type InboxFilter, inboxFilterOf } from './enquiries.api.ts'

export const INBOX = '/backoffice/inbox'

export type Filtering = {
  filter: InboxFilter
  /** As typed, with a trailing space, since another word may follow. */
  typedSearch: string
  setFilter: (name: 'tab' | 'search', value: string) => void
}

export function useInboxFilter(): Filtering {
  const { params, chosen, set } = useUrlFilter<'tab' | 'search'>()
  useRememberListUrl(INBOX)
  return {
    filter: inboxFilterOf(params),
    typedSearch: chosen.get('search') ?? '',
    setFilter: set,
  }
}

export function InboxSearch({ typedSearch, setFilter }: Filtering) {
  return (
    <div className="sm:w-80">
      <DebouncedSearch
        label="Sök förfrågan"
        placeholder="Nummer, namn, e-post, text"
        value={typedSearch}
        onChange={(text) => setFilter('search', text)}
      />
    </div>
  )
}
