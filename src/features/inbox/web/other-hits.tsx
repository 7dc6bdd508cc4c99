import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '#shared/ui/link-button.tsx'
import type { SearchCounts } from '../search-counts.contract.ts'
import { hitsText, searchCountsQuery } from './search-counts.api.ts'

type Area = 'tickets' | 'inbox'

const places = [
  { area: 'tickets', tab: 'active', label: 'Aktiva', labelAway: 'Ärenden' },
  { area: 'tickets', tab: 'archived', label: 'Arkiverade', labelAway: 'Arkiverade ärenden' },
  { area: 'inbox', tab: 'open', label: 'Öppna', labelAway: 'Inkorg' },
  { area: 'inbox', tab: 'automatic', label: 'Automatiska', labelAway: 'Inkorg: Automatiska' },
  { area: 'inbox', tab: 'done', label: 'Klara', labelAway: 'Inkorg: Klara' },
  { area: 'inbox', tab: 'suspect', label: 'Misstänkt skräp', labelAway: 'Inkorg: Misstänkt skräp' },
] as const
type Place = (typeof places)[number]

const hitsOf = ({ tickets, enquiries }: SearchCounts, { area, tab }: Place): number =>
  area === 'tickets' ? tickets[tab] : enquiries[tab]

/**
 * Links to the other tabs, of tickets and of Inkorg, in which a search finds something: '1 i Arkiverade'. None leads from tickets
 * to suspected spam.
 */
export function OtherHits({ search, area, tab }: { search: string; area: Area; tab: Place['tab'] }) {
  const { data: counts } = useQuery(searchCountsQuery(search))
  if (!counts) return null
  return places
    .filter((place) => place.tab !== tab && hitsOf(counts, place) > 0)
    .filter((place) => area === 'inbox' || place.tab !== 'suspect')
    .map((place) => (
      <LinkButton key={place.tab} to={`/backoffice/${place.area}?${new URLSearchParams({ tab: place.tab, search })}`}>
        {`${hitsText(hitsOf(counts, place))} i ${place.area === area ? place.label : place.labelAway}`}
      </LinkButton>
    ))
}
