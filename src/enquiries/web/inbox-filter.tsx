import { TypedSearch } from '#lib/ui/typed-search.tsx'
import { useAddress, useKeptAddress } from '#lib/web/address.ts'
import { EnquiryFilter } from '../enquiries.contract.ts'
import type { InboxFilter } from './enquiries.api.ts'

export const INBOX = '/backoffice/inbox'

export type Filtering = {
  filter: InboxFilter
  /** As it was typed: a blank at its end is the beginning of another word. */
  typedSearch: string
  setFilter: (name: 'tab' | 'search', value: string) => void
}

export function useInboxFilter(): Filtering {
  const { params, set } = useAddress<'tab' | 'search'>()
  useKeptAddress(INBOX)
  const tab = EnquiryFilter.shape.tab.safeParse(params.get('tab') ?? undefined).data ?? 'open'
  const search = EnquiryFilter.shape.search.safeParse(params.get('search') ?? undefined).data
  return {
    filter: { tab, ...(search && { search }) },
    typedSearch: params.get('search') ?? '',
    setFilter: set,
  }
}

export function InboxSearch({ typedSearch, setFilter }: Filtering) {
  return (
    <div className="sm:w-80">
      <TypedSearch
        label="Sök förfrågan"
        placeholder="Namn, e-post, telefon, text"
        settled={typedSearch}
        onSettle={(text) => setFilter('search', text)}
      />
    </div>
  )
}
