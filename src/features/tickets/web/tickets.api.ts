import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { afterPaint } from '#shared/web/after-paint.ts'
import { CallError, call } from '#shared/web/call.ts'
import type { Saving } from '#shared/web/draft-place.ts'
import type { ServerDraft } from '#shared/web/draft-versions.ts'
import { conflictingRow } from '#shared/web/forms.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { pendingChanges } from '#shared/web/pending-changes.ts'
import { useRowVersions } from '#shared/web/row-versions.ts'
import { customerTickets } from '../customer-tickets.contract.ts'
import { type Draft, StoredDraft } from '../ticket-comments.contract.ts'
import type { TicketListFilter } from '../ticket-filter.rules.ts'
import { type NewTicket, PRESENCE_RENEWED_SECONDS, type Ticket, type TicketRow, tickets } from '../tickets.contract.ts'

/** Tickets page by page; the first page carries the counts of both tabs. */
export const ticketsQuery = (filter: TicketListFilter) =>
  infiniteQueryOptions({
    queryKey: ['tickets', 'list', filter] as const,
    queryFn: async ({ client, pageParam, signal }) => {
      const query = { ...filter, ...(pageParam && { after: pageParam }) }
      const page = await call(tickets.list, { query }, { signal })
      return { ...page, rows: page.rows.map(withPendingChanges(client)) }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The previous rows are shown while another search is loading, but never under the other tab.
    placeholderData: (before, query) => (query?.queryKey[2].tab === filter.tab ? before : undefined),
  })

/** The tickets of a customer page by page, unresolved ones first. */
export const customerTicketsQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['tickets', 'list', 'of a customer', customerId],
    queryFn: async ({ client, pageParam, signal }) => {
      const query = pageParam ? { after: pageParam } : {}
      const page = await call(customerTickets.list, { params: { id: customerId }, query }, { signal })
      return { ...page, rows: page.rows.map(withPendingChanges(client)) }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** The recovery key of a new ticket: on a customer's page, or in the list. */
export const ticketRecoveryKey = (customer?: { id: string }) => (customer ? `ticket:${customer.id}` : 'ticket')

/** A ticket with its comments and changes, oldest first. */
export const ticketScreenQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', id],
    queryFn: async ({ client, signal }) => {
      const { ticket, ...screen } = await call(tickets.screen, { params: { id } }, { signal })
      return { ticket: withPendingChanges(client)(ticket), ...screen }
    },
  })

/** The ticket's row in a loaded list, to show until its screen has loaded. */
export const findListedTicket = (client: QueryClient, id: string): TicketRow | undefined =>
  client
    .getQueriesData<InfiniteData<{ rows: TicketRow[] }>>({ queryKey: LISTS })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .find((row) => row.id === id)

/** Who at the customer gets an answer, or mail about a visit; refetched with the ticket. */
export const recipientsQuery = (id: string, about: 'comment' | 'visit' = 'comment') =>
  queryOptions({
    queryKey: [...ticketScreenQuery(id).queryKey, 'recipients', about],
    queryFn: async ({ signal }) => {
      await afterPaint()
      return call(tickets.recipients, { params: { id }, query: { about } }, { signal })
    },
    // The customer's address may have been changed on another screen.
    staleTime: 0,
  })

/** The draft as saved before the screen opened. Fetched once, since the screen then has the newest draft. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'draft', id],
    queryFn: async ({ signal }) => {
      await afterPaint()
      return call(tickets.draft, { params: { id } }, { signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    select: serverDraft,
  })

/** A draft of a comment, as composers read it. */
export const serverDraft = ({ comment, isInternal, version, savedAt }: StoredDraft): ServerDraft<Draft> => ({
  draft: { comment, isInternal },
  version,
  savedAt,
})

export const loadDraft = async (id: string) => serverDraft(await call(tickets.draft, { params: { id } }))

/** Saves the draft; an empty text deletes it. */
export const saveDraft = async (id: string, draft: Draft, saving: Saving) =>
  serverDraft(await call(tickets.saveDraft, { params: { id }, body: { ...draft, ...saving } }))

/** The server's draft, if the save failed because it would have replaced another version. */
export function conflictingDraft(error: unknown) {
  const stored = conflictingRow(StoredDraft, error)
  return stored && serverDraft(stored)
}

type Anywhere<Endpoint> = Omit<Endpoint, 'path' | 'summary'> & { path: string; summary: string }
type PresenceEndpoints = {
  renewPresence: Anywhere<typeof tickets.renewPresence>
  endPresence: Anywhere<typeof tickets.endPresence>
}

/**
 * Who else has a row open. The request renews this user's presence entry, so it repeats while the tab is visible; if the request
 * that deletes the entry fails, it expires by itself.
 */
export const presenceOf = (rows: 'tickets' | 'enquiries', { renewPresence, endPresence }: PresenceEndpoints) => ({
  query: (id: string) =>
    queryOptions({
      queryKey: [rows, 'presence', id],
      queryFn: async ({ signal }) => {
        await afterPaint()
        return call(renewPresence, { params: { id } }, { signal })
      },
      refetchInterval: PRESENCE_RENEWED_SECONDS * 1000,
      refetchIntervalInBackground: false,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
  end: (id: string) => call(endPresence, { params: { id } }, { outlivesPage: true }).catch(() => undefined),
})
export type PresenceOf = ReturnType<typeof presenceOf>

export const ticketPresence = presenceOf('tickets', tickets)

/** The keys of the queries to refetch after an event. */
export function ticketKeysOf(event: LiveEvent): QueryKey[] {
  if (event.about === 'everything')
    return [...['list', 'one', 'presence'].map((part) => ['tickets', part]), CUSTOMER_SCREENS, VISITS]
  if (event.about === 'ticket' || event.about === 'comment')
    return [['tickets', 'list'], ['tickets', 'one', event.ticketId], CUSTOMER_SCREENS, VISITS]
  if (event.about === 'answers') return [['tickets', 'list'], ['tickets', 'one'], CUSTOMER_SCREENS]
  if (event.about === 'presence') return [['tickets', 'presence', event.rowId]]
  if (event.about === 'time') return event.ticketIds?.map((id) => ['tickets', 'one', id]) ?? [['tickets', 'one']]
  return []
}

/** The fields to change; omitted ones stay unchanged. */
export type TicketChanges = Partial<Pick<TicketRow, 'status' | 'priority' | 'assignee' | 'onHoldSince'>>

type Change = { ticket: TicketRow; changes: TicketChanges }

const CHANGE = ['tickets', 'change']
/** The key of the queries of people's visits, which show their tickets. */
const VISITS = ['visits']
const LISTS = ['tickets', 'list']

export const useCreateTicket = () =>
  useInvalidatingMutation(
    ({ ticket, idempotencyKey }: { ticket: z.input<typeof NewTicket>; idempotencyKey: string }) =>
      call(tickets.create, { body: ticket }, { idempotencyKey }),
    [LISTS, CUSTOMER_SCREENS],
  )

/**
 * Changes status, priority, assignee or the wait for the customer with an optimistic update, which is rolled back with a toast on failure. Changes are
 * sent sequentially, and consecutive changes by the same user do not conflict.
 */
export function useChangeTicket() {
  const client = useQueryClient()
  const versions = useRowVersions()
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: 'ticket-changes' },
    mutationFn: async ({ ticket, changes: { assignee, onHoldSince, ...rest } }: Change) => {
      const version = versions.currentOf(ticket)
      const body = {
        ...rest,
        ...(assignee !== undefined && { assignedTo: assignee?.id ?? null }),
        ...(onHoldSince !== undefined && { onHold: onHoldSince !== null }),
        version,
      }
      const changed = await call(tickets.change, { params: { id: ticket.id }, body })
      versions.record(version, changed)
      return changed
    },
    onMutate: async ({ ticket, changes }) => {
      await client.cancelQueries({ queryKey: LISTS })
      await client.cancelQueries({ queryKey: ticketScreenQuery(ticket.id).queryKey })
      patchTicket(client, ticket.id, changes)
    },
    onSuccess: (changed) => {
      if (isLastChange(client)) patchTicket(client, changed.id, changed)
      showToast({ title: 'Uppdaterad!', text: 'Ticket har uppdaterats', tone: 'success' })
    },
    onError: (error, { ticket, changes }) => {
      patchTicket(client, ticket.id, previousValues(ticket, changes))
      const reason = error instanceof CallError && error.fields.onHold
      showToast({ title: 'Fel', text: reason || 'Kunde inte uppdatera ticket', tone: 'error' })
    },
    onSettled: (_changed, _error, { ticket: { id } }) => {
      // While another change is pending, a refetch would overwrite its optimistic update.
      if (!isLastChange(client)) return
      for (const queryKey of [LISTS, CUSTOMER_SCREENS, ticketScreenQuery(id).queryKey])
        void invalidate(client, queryKey)
    },
  })
}

/** Applies the changes that are being sent. */
export function withPendingChanges(client: QueryClient) {
  const pending = pendingChanges<Change>(client, CHANGE)
  return <Row extends TicketRow>(row: Row): Row => {
    const ofRow = pending.filter(({ ticket }) => ticket.id === row.id)
    return Object.assign({}, row, ...ofRow.map(({ changes }) => changes))
  }
}

const isLastChange = (client: QueryClient) => client.isMutating({ mutationKey: CHANGE }) === 1

const previousValues = (ticket: TicketRow, changes: TicketChanges) =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, ticket[name as keyof TicketChanges]])) as TicketChanges

/** Patches the cached ticket of the detail page and of all lists. */
export function patchTicket(client: QueryClient, id: string, changed: Partial<Ticket>) {
  const patched = <Row extends TicketRow>(row: Row): Row => {
    if (row.id !== id) return row
    const { description: _, ...inList } = changed
    return { ...row, ...('description' in row ? changed : inList) }
  }
  client.setQueryData(
    ticketScreenQuery(id).queryKey,
    (screen) => screen && { ...screen, ticket: patched(screen.ticket) },
  )
  client.setQueriesData<InfiniteData<{ rows: TicketRow[] }>>(
    { queryKey: LISTS },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(patched) })) },
  )
}
