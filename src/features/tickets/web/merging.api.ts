import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { formatDate } from '#shared/ui/format.ts'
import { afterPaint } from '#shared/web/after-paint.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type Merge, merging, OTHER_TICKETS_MAX, type OthersFilter } from '../merging.contract.ts'
import { statusLabels, type TicketRow, tickets } from '../tickets.contract.ts'
import { serverDraft } from './tickets.api.ts'

const TICKETS = ['tickets']
const ONE = [...TICKETS, 'one']

const othersQuery = (id: string, filter: OthersFilter) =>
  queryOptions({
    queryKey: [...ONE, id, 'others', filter],
    queryFn: ({ signal }) => call(merging.others, { params: { id }, query: filter }, { signal }),
    // Shown while another search is loading.
    placeholderData: keepPreviousData,
  })

/** A ticket with its reporter and copies. */
export const wholeTicketQuery = (id: string) =>
  queryOptions({
    queryKey: [...ONE, id, 'whole'],
    queryFn: ({ signal }) => call(tickets.get, { params: { id } }, { signal }),
  })

/** The user's draft in a merged ticket, which has no composer; refetched with the ticket. */
export const leftDraftQuery = (id: string) =>
  queryOptions({
    queryKey: [...ONE, id, 'left draft'],
    queryFn: async ({ signal }) => {
      await afterPaint()
      return call(tickets.draft, { params: { id } }, { signal })
    },
    select: serverDraft,
  })

/** The options of a Combobox with other tickets, found by number or words. */
export function useOtherTickets(id: string, of: OthersFilter['of']) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const { data, isPlaceholderData, isLoading } = useQuery(othersQuery(id, { of, ...(search && { search }) }))
  const choices = useMemo(() => data?.map((ticket) => choiceOf(ticket, of)) ?? [], [data, of])
  return {
    choices,
    hasMore: choices.length === OTHER_TICKETS_MAX,
    onSearch: setText,
    // Results of the previous text are shown meanwhile.
    isSearching: text !== search || isPlaceholderData || isLoading,
    placeholder: 'Nummer eller ord',
    unmatchedText: 'Inget ärende stämmer. Välj ett i listan.',
  }
}

const choiceOf = ({ id, ticketNumber, title, status, createdAt, customer }: TicketRow, of: OthersFilter['of']) => ({
  value: id,
  label: `#${ticketNumber} ${title}`,
  detail: [of === 'all' && customer.name, statusLabels[status], formatDate(createdAt)].filter(Boolean).join(' · '),
})

const CHANGED = [TICKETS, ['dashboard'], CUSTOMER_SCREENS]

/** Merges a ticket into another, or separates it; every list and count of tickets follows. */
export const useMerge = () =>
  useInvalidatingMutation(
    ({ id, ...body }: Merge & { id: string }) => call(merging.merge, { params: { id }, body }),
    CHANGED,
  )

type Pair = { id: string; relatedId: string }

export const useRelate = () =>
  useInvalidatingMutation(
    ({ id, relatedId }: Pair) => call(merging.relate, { params: { id }, body: { relatedId } }),
    [ONE],
  )

export const useUnrelate = () => useInvalidatingMutation((params: Pair) => call(merging.unrelate, { params }), [ONE])
