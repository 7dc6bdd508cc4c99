import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Tabs } from '#shared/ui/tabs.tsx'
import { useReturnToRow } from '#shared/web/left-row.ts'
import { tableOf } from '#shared/web/pages.ts'
import { type EnquiryCounts, type EnquiryFilter, enquiryTabs } from '../enquiries.contract.ts'
import { enquiriesQuery } from './enquiries.api.ts'
import { EnquiryTable } from './enquiry-table.tsx'
import { type Filtering, InboxFilters, useInboxFilter } from './inbox-filter.tsx'
import { MailAlarms } from './mail-alarms.tsx'
import { OtherHits } from './other-hits.tsx'
import { hitsText, searchCountsQuery } from './search-counts.api.ts'

type EnquiryTab = EnquiryFilter['tab']

const tabLabels = { open: 'Öppna', automatic: 'Automatiska', done: 'Klara', suspect: 'Misstänkt skräp' } as const

/** The enquiries from the forms of the public site, and mail that belongs to no ticket. */
export function InboxPage() {
  const filtering = useInboxFilter()
  const { tab } = filtering.filter
  const list = useInbox(filtering)
  useReturnToRow(list.data !== undefined)
  const content = (
    <div className="flex flex-col gap-4">
      <InboxFilters {...filtering} />
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta förfrågningarna" query={list} />
      ) : (
        <EnquiryTable
          label={`${tabLabels[tab]}: förfrågningar`}
          withTicket={tab === 'done'}
          {...tableOf(list)}
          empty={<NoEnquiries {...filtering} />}
        />
      )}
    </div>
  )
  return (
    <Page title="Inkorg" lead="Förfrågningar från webbplatsen och mejl">
      <div className="grid grid-cols-1 gap-5">
        <MailAlarms />
        <Tabs
          label="Förfrågningar"
          selected={tab}
          onChange={(key) => filtering.setFilter('tab', key === 'open' ? '' : key)}
          tabs={enquiryTabs.map((key) => ({ key, label: tabLabels[key], count: list.countOf(key), content }))}
        />
      </div>
    </Page>
  )
}

/** The list, and the counts of the tabs: of a search its hits. Previous counts remain while another tab or search is loading. */
function useInbox({ filter }: Filtering) {
  const list = useInfiniteQuery(enquiriesQuery(filter))
  const [counts, setCounts] = useState<EnquiryCounts>()
  const current = list.data?.pages[0]?.counts
  if (current && current !== counts) setCounts(current)
  const { search = '' } = filter
  const hits = useQuery(searchCountsQuery(search)).data?.enquiries
  const countOf = (tab: EnquiryTab) => (search ? hits && hitsText(hits[tab]) : counts?.[tab])
  return { ...list, countOf }
}

const emptyTexts = {
  open: {
    title: 'Inga öppna förfrågningar',
    text: 'Det som skickas från formulären på webbplatsen, och mejl som inte hör till ett ärende, dyker upp här av sig självt.',
  },
  automatic: {
    title: 'Inga automatiska mejl',
    text: 'Frånvarosvar, leveransrapporter och larm hamnar här. De svarar inte på ärenden och öppnar inga.',
  },
  done: { title: 'Inga klara förfrågningar', text: 'Det du markerar som klart hamnar här.' },
  suspect: {
    title: 'Inget misstänkt skräp',
    text: 'Det som ser ut att komma från en robot hamnar här i stället för bland de öppna.',
  },
} as const

function NoEnquiries({ filter: { tab, search }, setFilter }: Filtering) {
  if (!search) return <EmptyState {...emptyTexts[tab]} />
  return (
    <EmptyState
      title={emptyTexts[tab].title}
      text={`Ingen förfrågan under ${tabLabels[tab]} stämmer med sökningen.`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <OtherHits search={search} area="inbox" tab={tab} />
          <Button onPress={() => setFilter('search', '')}>Rensa sökningen</Button>
        </div>
      }
    />
  )
}
