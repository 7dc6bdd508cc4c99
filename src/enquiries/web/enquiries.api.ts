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
    // Keeps the rows visible while another search loads, but not for another tab.
    placeholderData: (before, query) => (query?.queryKey[2].tab === filter.tab ? before : undefined),
  })

/** The number of unread open enquiries. */
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

/** Customers who may be the sender; never refetched, so that the options do not change while the user chooses. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'suggestions', id],
    queryFn: ({ signal }) => call(enquiries.suggestions, { params: { id } }, { signal }),
    staleTime: 'static',
    gcTime: 0,
  })

/** The queries to invalidate for a live event. */
export function enquiryKeysOf(event: LiveEvent): QueryKey[] {
  if (event.about === 'everything') return ['list', 'unread', 'one'].map((part) => ['enquiries', part])
  if (event.about === 'enquiry') return keysOf(event.enquiryId)
  return []
}

const keysOf = (id: string): QueryKey[] => [['enquiries', 'list'], unreadQuery.queryKey, enquiryQuery(id).queryKey]

function useInvalidateEnquiry(id: string) {
  const client = useQueryClient()
  return () => {
    for (const queryKey of keysOf(id)) void client.invalidateQueries({ queryKey })
  }
}

/** Marks the enquiry as read, which lowers the count in the menu. */
export function useReadEnquiry(id: string) {
  return useMutation({
    mutationFn: () => call(enquiries.read, { params: { id } }),
    onSettled: useInvalidateEnquiry(id),
  })
}

/** A partial change of an enquiry. */
export type EnquiryChange = Partial<Pick<Enquiry, 'assignee'>> & { isDone?: boolean; isSuspect?: false }

type ChangeInput = { enquiry: Enquiry; change: EnquiryChange }

const CHANGE = ['enquiries', 'change']

/** The enquiry with the optimistic part of a change. */
const withChange = (enquiry: Enquiry, { assignee = enquiry.assignee }: EnquiryChange): Enquiry => ({
  ...enquiry,
  assignee,
})

/**
 * Assigns, marks done, reopens or clears the suspicion: an optimistic update, rolled back on failure. Changes are sent
 * sequentially.
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
    onMutate: async ({ change }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (cached) => cached && withChange(cached, change))
    },
    onSuccess: (changed) => {
      if (isLast()) client.setQueryData(queryKey, changed)
    },
    onError: (_error, { enquiry: { assignee } }) => {
      client.setQueryData(queryKey, (cached) => cached && { ...cached, assignee })
    },
    // A refetch while another change is pending would revert its optimistic update.
    onSettled: () => isLast() && invalidate(),
  })
}

/** Deletes the enquiry. */
export function useRemoveEnquiry(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(enquiries.remove, { params: { id } }),
    onSuccess: () => {
      for (const part of ['list', 'unread']) void client.invalidateQueries({ queryKey: ['enquiries', part] })
    },
  })
}

/** Replies to the sender; the reply is added to the cached conversation at once. */
export function useSendReply(id: string) {
  const client = useQueryClient()
  const invalidate = useInvalidateEnquiry(id)
  const { queryKey } = enquiryQuery(id)
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      call(enquiries.reply, { params: { id }, body: { text } }, { idempotencyKey }),
    onSuccess: async (created) => {
      // A response in flight may predate the reply.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (cached) =>
        !cached || cached.replies.some((reply) => reply.id === created.id)
          ? cached
          : { ...cached, replies: [...cached.replies, created] },
      )
      invalidate()
    },
  })
}

/** Creates a ticket from the enquiry, for an existing or a new customer. */
export function useMakeTicket(id: string) {
  const client = useQueryClient()
  const invalidate = useInvalidateEnquiry(id)
  return useMutation({
    mutationFn: ({ ticket, idempotencyKey }: { ticket: z.input<typeof TicketOfEnquiry>; idempotencyKey: string }) =>
      call(enquiries.makeTicket, { params: { id }, body: ticket }, { idempotencyKey }),
    onSettled: () => {
      invalidate()
      for (const part of ['tickets', 'customers', 'dashboard']) void client.invalidateQueries({ queryKey: [part] })
    },
  })
}
