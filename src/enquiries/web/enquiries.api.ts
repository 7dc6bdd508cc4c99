import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#lib/web/call.ts'
import { pendingChanges } from '#lib/web/pending-changes.ts'
import { useRowVersions } from '#lib/web/row-versions.ts'
import type { LiveEvent } from '#live/live.contract.ts'
import { type Enquiry, type EnquiryFilter, enquiries, type TicketOfEnquiry } from '../enquiries.contract.ts'

export type InboxFilter = Omit<EnquiryFilter, 'after'>

/** Enquiries newest first, page by page; the first page carries the counts of the tabs. */
export const enquiriesQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: ['enquiries', 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(enquiries.list, { query: { ...filter, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The rows stay while another search is under way, but never under another tab.
    placeholderData: (before, query) => (query?.queryKey[2].tab === filter.tab ? before : undefined),
  })

/** How many open enquiries nobody has read. */
export const unreadQuery = queryOptions({
  queryKey: ['enquiries', 'unread'],
  queryFn: ({ signal }) => call(enquiries.unread, {}, { signal }),
  select: ({ unread }) => unread,
})

export const enquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'one', id],
    queryFn: async ({ client, signal }) => {
      const enquiry = await call(enquiries.get, { params: { id } }, { signal })
      const ofThis = pendingChanges<Change>(client, CHANGE).filter((change) => change.enquiry.id === id)
      return ofThis.reduce((shown, { wish }) => withWish(shown, wish), enquiry)
    },
  })

/** Customers who may be the sender; what the person chooses among does not change under their hands. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'suggestions', id],
    queryFn: ({ signal }) => call(enquiries.suggestions, { params: { id } }, { signal }),
    staleTime: 'static',
    gcTime: 0,
  })

/** What to ask for again when something happened. */
export function enquiryKeysOf(event: LiveEvent): QueryKey[] {
  if (event.about === 'everything') return ['list', 'unread', 'one'].map((part) => ['enquiries', part])
  if (event.about === 'enquiry') return keysOf(event.enquiryId)
  return []
}

const keysOf = (id: string): QueryKey[] => [['enquiries', 'list'], unreadQuery.queryKey, enquiryQuery(id).queryKey]

function useAskAgain(id: string) {
  const client = useQueryClient()
  return () => {
    for (const queryKey of keysOf(id)) void client.invalidateQueries({ queryKey })
  }
}

/** Says that somebody has read it; the count in the menu falls. */
export function useReadEnquiry(id: string) {
  return useMutation({
    mutationFn: () => call(enquiries.read, { params: { id } }),
    onSettled: useAskAgain(id),
  })
}

/** What is to change; what is not named stays. */
export type Wish = Partial<Pick<Enquiry, 'assignee'>> & { isDone?: boolean; isSuspect?: false }

type Change = { enquiry: Enquiry; wish: Wish }

const CHANGE = ['enquiries', 'change']

/** What is shown of a wish before it is granted. */
const withWish = (enquiry: Enquiry, { assignee = enquiry.assignee }: Wish): Enquiry => ({ ...enquiry, assignee })

/**
 * Assigns, marks done, opens again or says that it is real: on the screen at once, taken back when it fails. Changes are
 * sent one after the other.
 */
export function useChangeEnquiry(id: string) {
  const client = useQueryClient()
  const versions = useRowVersions()
  const refetch = useAskAgain(id)
  const { queryKey } = enquiryQuery(id)
  const isLast = () => client.isMutating({ mutationKey: CHANGE }) === 1
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: 'enquiry-changes' },
    mutationFn: async ({ enquiry, wish: { assignee, ...rest } }: Change) => {
      const version = versions.currentOf(enquiry)
      const body = { ...rest, ...(assignee !== undefined && { assignedTo: assignee?.id ?? null }), version }
      const changed = await call(enquiries.change, { params: { id }, body })
      versions.record(version, changed)
      return changed
    },
    onMutate: async ({ wish }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (shown) => shown && withWish(shown, wish))
    },
    onSuccess: (changed) => {
      if (isLast()) client.setQueryData(queryKey, changed)
    },
    onError: (_error, { enquiry: { assignee } }) => {
      client.setQueryData(queryKey, (shown) => shown && { ...shown, assignee })
    },
    // While another change is on its way, what the server says would take it off the screen again.
    onSettled: () => isLast() && refetch(),
  })
}

/** Takes it away for good. */
export function useRemoveEnquiry(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(enquiries.remove, { params: { id } }),
    onSuccess: () => {
      for (const part of ['list', 'unread']) void client.invalidateQueries({ queryKey: ['enquiries', part] })
    },
  })
}

/** Answers the sender; the reply stands in the conversation at once. */
export function useSendReply(id: string) {
  const client = useQueryClient()
  const refetch = useAskAgain(id)
  const { queryKey } = enquiryQuery(id)
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      call(enquiries.reply, { params: { id }, body: { text } }, { idempotencyKey }),
    onSuccess: async (sent) => {
      // An answer that is on its way does not know of it yet.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (shown) =>
        !shown || shown.replies.some((reply) => reply.id === sent.id)
          ? shown
          : { ...shown, replies: [...shown.replies, sent] },
      )
      refetch()
    },
  })
}

/** Opens a ticket of the enquiry, for a customer who is there or for a new one. */
export function useMakeTicket(id: string) {
  const client = useQueryClient()
  const refetch = useAskAgain(id)
  return useMutation({
    mutationFn: ({ ticket, idempotencyKey }: { ticket: z.input<typeof TicketOfEnquiry>; idempotencyKey: string }) =>
      call(enquiries.makeTicket, { params: { id }, body: ticket }, { idempotencyKey }),
    onSettled: () => {
      refetch()
      for (const part of ['tickets', 'customers', 'dashboard']) void client.invalidateQueries({ queryKey: [part] })
    },
  })
}
