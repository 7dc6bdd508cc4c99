import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { PortalEvent } from '#platform/live/live.contract.ts'
import { portalDocumentsQuery } from '#screens/customer/web/documents.api.ts'
import { call } from '#shared/web/call.ts'
import type { Saving } from '#shared/web/draft-place.ts'
import type { ServerDraft } from '#shared/web/draft-versions.ts'
import { conflictingRow } from '#shared/web/forms.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type NewPortalTicket, portal, StoredPortalDraft } from '../portal.contract.ts'

/** The key of all queries of invoice bases, whose code the frame does not load. */
export const PORTAL_INVOICE_BASES = ['portal', 'invoice-bases']

/** The company facts with the numbers to call, read when the portal opens and when the facts change. */
export const portalCompanyQuery = queryOptions({
  queryKey: ['portal', 'company'],
  queryFn: ({ signal }) => call(portal.company, {}, { signal }),
})

/** What is promised now; it moves on by the minute while the company is open. */
export const portalPromiseQuery = queryOptions({
  queryKey: ['portal', 'promise'],
  queryFn: ({ signal }) => call(portal.promise, {}, { signal }),
  staleTime: 0,
  refetchInterval: 60_000,
})

/** The customer's tickets by pages, newest first. */
export const portalTicketsQuery = infiniteQueryOptions({
  queryKey: ['portal', 'list'],
  queryFn: ({ pageParam, signal }) => call(portal.list, { query: pageParam ? { after: pageParam } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
})

export const portalTicketQuery = (id: string) =>
  queryOptions({
    queryKey: ['portal', 'one', id],
    queryFn: ({ signal }) => call(portal.get, { params: { id } }, { signal }),
  })

export const portalThreadQuery = (id: string) =>
  queryOptions({
    queryKey: ['portal', 'thread', id],
    queryFn: ({ signal }) => call(portal.thread, { params: { id } }, { signal }),
  })

/** Refetched on every mount: the user may have continued the draft on another device. */
export const portalDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ['portal', 'draft', id],
    queryFn: ({ signal }) => call(portal.draft, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    select: serverDraft,
  })

const serverDraft = ({ comment, version, savedAt }: StoredPortalDraft): ServerDraft<{ comment: string }> => ({
  draft: { comment },
  version,
  savedAt,
})

export const loadPortalDraft = async (id: string) => serverDraft(await call(portal.draft, { params: { id } }))

export const savePortalDraft = async (id: string, comment: string, saving: Saving) =>
  serverDraft(await call(portal.saveDraft, { params: { id }, body: { comment, ...saving } }))

/** The server's draft, when a save was refused because it would have replaced another version. */
export function conflictingPortalDraft(error: unknown) {
  const stored = conflictingRow(StoredPortalDraft, error)
  return stored && serverDraft(stored)
}

/** The keys of the queries to refetch after an event. A comment also changes who must act next, which the list shows. */
export function portalKeysOf(event: PortalEvent): QueryKey[] {
  switch (event.about) {
    case 'everything':
      return [['portal']]
    case 'company':
      return [portalCompanyQuery.queryKey, portalPromiseQuery.queryKey]
    case 'basis':
      return [PORTAL_INVOICE_BASES, portalTicketsQuery.queryKey]
    case 'document':
      // The list of tickets has the flag that there are documents.
      return [portalDocumentsQuery.queryKey, portalTicketsQuery.queryKey]
    case 'ticket':
    case 'comment':
      return keysOfTicket(event.ticketId)
  }
}

const keysOfTicket = (id: string): QueryKey[] => [
  portalTicketsQuery.queryKey,
  portalTicketQuery(id).queryKey,
  portalThreadQuery(id).queryKey,
]

type NewTicket = { ticket: z.input<typeof NewPortalTicket>; idempotencyKey: string }

export function useCreatePortalTicket() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ticket, idempotencyKey }: NewTicket) => call(portal.create, { body: ticket }, { idempotencyKey }),
    onSuccess: () => invalidate(client, portalTicketsQuery.queryKey),
  })
}

type NewComment = { comment: string; fileIds: string[]; idempotencyKey: string }

export function useCommentPortalTicket(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ comment, fileIds, idempotencyKey }: NewComment) =>
      call(portal.comment, { params: { id }, body: { comment, fileIds } }, { idempotencyKey }),
    onSuccess: () => Promise.all(keysOfTicket(id).map((queryKey) => invalidate(client, queryKey))),
  })
}
