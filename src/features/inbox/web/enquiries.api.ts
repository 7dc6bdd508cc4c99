import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { presenceOf } from '#features/tickets/web/tickets.api.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { pendingChanges } from '#shared/web/pending-changes.ts'
import { useRowVersions } from '#shared/web/row-versions.ts'
import type { NewForward, NewReply } from '../answers.contract.ts'
import { type Enquiry, EnquiryFilter, enquiries, type TicketOfEnquiry } from '../enquiries.contract.ts'
import { DEFAULT_SORT, sortOf } from '../enquiry-order.rules.ts'
import { SEARCH_COUNTS } from './search-counts.api.ts'

export type InboxFilter = Omit<EnquiryFilter, 'after'>

/** The filter in the list's URL; invalid values are ignored. */
export function inboxFilterOf(params: URLSearchParams): InboxFilter {
  const tab = EnquiryFilter.shape.tab.safeParse(params.get('tab') ?? undefined).data ?? 'open'
  const search = EnquiryFilter.shape.search.safeParse(params.get('search') ?? undefined).data
  const sort = sortOf({ tab, search, sort: EnquiryFilter.shape.sort.safeParse(params.get('sort') ?? undefined).data })
  return { tab, ...(search && { search }), ...(sort !== DEFAULT_SORT && { sort }) }
}

/** Enquiries in their order, page by page; the first page carries the counts of the tabs. */
export const enquiriesQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: ['enquiries', 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(enquiries.list, { query: { ...filter, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The previous rows are shown while another search is loading, but not under another tab.
    placeholderData: (before, query) => (query?.queryKey[2].tab === filter.tab ? before : undefined),
  })

export const enquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'one', id],
    queryFn: async ({ client, signal }) => {
      const enquiry = await call(enquiries.get, { params: { id } }, { signal })
      const ownChanges = pendingChanges<Change>(client, CHANGE).filter((change) => change.enquiry.id === id)
      return ownChanges.reduce((patched, { changes }) => withChanges(patched, changes), enquiry)
    },
  })

/** Customers who may be the sender. Never refetched, so that the options do not change while the user chooses. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'suggestions', id],
    queryFn: ({ signal }) => call(enquiries.suggestions, { params: { id } }, { signal }),
    staleTime: 'static',
    gcTime: 0,
  })

/** The keys of the queries to refetch after an event. */
export function enquiryKeysOf(event: LiveEvent): QueryKey[] {
  if (event.about === 'everything')
    return [SEARCH_COUNTS, ...['list', 'one', 'presence'].map((part) => ['enquiries', part])]
  if (event.about === 'presence') return [['enquiries', 'presence', event.rowId]]
  if (event.about === 'answers')
    return [
      ['enquiries', 'list'],
      ['enquiries', 'one'],
    ]
  if (event.about === 'enquiry') return [SEARCH_COUNTS, ...keysOf(event.enquiryId)]
  return event.about === 'ticket' || event.about === 'comment' ? [SEARCH_COUNTS] : []
}

/** The key of `countsQuery`, the counts in the menu. */
const COUNTS = ['counts']

const keysOf = (id: string): QueryKey[] => [['enquiries', 'list'], enquiryQuery(id).queryKey]

function useRefetchEnquiry(id: string) {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [...keysOf(id), COUNTS]) void invalidate(client, queryKey)
  }
}

/** Marks the enquiry as read, which lowers the count in the menu. */
export function useReadEnquiry(id: string) {
  return useMutation({
    mutationFn: () => call(enquiries.read, { params: { id } }),
    onSettled: useRefetchEnquiry(id),
  })
}

/** The fields to change; omitted ones stay unchanged. */
export type EnquiryChanges = Partial<Pick<Enquiry, 'assignee'>> & { isDone?: boolean; isSuspect?: false }

type Change = { enquiry: Enquiry; changes: EnquiryChanges }

const CHANGE = ['enquiries', 'change']

/** Applies the part of a change that is shown optimistically. */
const withChanges = (enquiry: Enquiry, { assignee = enquiry.assignee }: EnquiryChanges): Enquiry => ({
  ...enquiry,
  assignee,
})

/**
 * Assigns, marks done, reopens or clears the suspicion. The assignee is updated optimistically and rolled back on failure. Changes
 * are sent sequentially.
 */
export function useChangeEnquiry(id: string) {
  const client = useQueryClient()
  const versions = useRowVersions()
  const refetch = useRefetchEnquiry(id)
  const { queryKey } = enquiryQuery(id)
  const isLast = () => client.isMutating({ mutationKey: CHANGE }) === 1
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: 'enquiry-changes' },
    mutationFn: async ({ enquiry, changes: { assignee, ...rest } }: Change) => {
      const version = versions.currentOf(enquiry)
      const body = { ...rest, ...(assignee !== undefined && { assignedTo: assignee?.id ?? null }), version }
      const changed = await call(enquiries.change, { params: { id }, body })
      versions.record(version, changed)
      return changed
    },
    onMutate: async ({ changes }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (cached) => cached && withChanges(cached, changes))
    },
    onSuccess: (changed) => {
      if (isLast()) client.setQueryData(queryKey, changed)
    },
    onError: (_error, { enquiry: { assignee } }) => {
      client.setQueryData(queryKey, (cached) => cached && { ...cached, assignee })
    },
    // While another change is pending, a refetch would overwrite its optimistic update.
    onSettled: () => isLast() && refetch(),
  })
}

/** Deletes the enquiry. */
export function useRemoveEnquiry(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(enquiries.remove, { params: { id } }),
    onSuccess: () => {
      for (const queryKey of [['enquiries', 'list'], COUNTS]) void invalidate(client, queryKey)
    },
  })
}

type ReplyToSend = { reply: z.input<typeof NewReply>; idempotencyKey: string }

/** Replies to the sender, and appends the reply to the cached enquiry, which it may complete. */
export function useSendReply(id: string) {
  const client = useQueryClient()
  const refetch = useRefetchEnquiry(id)
  const { queryKey } = enquiryQuery(id)
  return useMutation({
    mutationFn: ({ reply, idempotencyKey }: ReplyToSend) =>
      call(enquiries.reply, { params: { id }, body: reply }, { idempotencyKey }),
    onSuccess: async (sent, { reply: { completes = false } }) => {
      // A response in flight does not contain the reply yet.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (cached) =>
        !cached || cached.replies.some((reply) => reply.id === sent.id)
          ? cached
          : {
              ...cached,
              replies: [...cached.replies, sent],
              doneAt: completes ? (cached.doneAt ?? sent.createdAt) : cached.doneAt,
            },
      )
      refetch()
    },
  })
}

/** Mails the enquiry to somebody else. */
export function useForwardEnquiry(id: string) {
  const refetch = useRefetchEnquiry(id)
  return useMutation({
    mutationFn: ({ forward, idempotencyKey }: { forward: z.input<typeof NewForward>; idempotencyKey: string }) =>
      call(enquiries.forward, { params: { id }, body: forward }, { idempotencyKey }),
    onSuccess: refetch,
  })
}

export const enquiryPresence = presenceOf('enquiries', enquiries)

/** Opens a ticket from the enquiry, for an existing or a new customer. */
export function useMakeTicket(id: string) {
  const client = useQueryClient()
  const refetch = useRefetchEnquiry(id)
  return useMutation({
    mutationFn: ({ ticket, idempotencyKey }: { ticket: z.input<typeof TicketOfEnquiry>; idempotencyKey: string }) =>
      call(enquiries.makeTicket, { params: { id }, body: ticket }, { idempotencyKey }),
    onSettled: () => {
      refetch()
      for (const part of ['tickets', 'customers', 'dashboard']) void invalidate(client, [part])
    },
  })
}
