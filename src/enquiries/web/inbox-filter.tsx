import { SearchField } from '#lib/ui/search-field.tsx'
import { useAddress, useKeptAddress } from '#lib/web/address.ts'
import { useTypedText } from '#lib/web/typed-text.ts'
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
  const [typed, setTyped] = useTypedText(typedSearch, (text) => setFilter('search', text))
  return (
    <div className="sm:w-80">
      <SearchField label="Sök förfrågan" placeholder="Namn, e-post, telefon, text" value={typed} onChange={setTyped} />
    </div>
  )
}
