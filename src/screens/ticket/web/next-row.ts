// Where one goes on after a ticket or an enquiry.
import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { EnquiryRow } from '#features/inbox/enquiries.contract.ts'
import { enquiriesQuery, inboxFilterOf } from '#features/inbox/web/enquiries.api.ts'
import { INBOX } from '#features/inbox/web/inbox-filter.tsx'
import { ticketFilterOf } from '#features/tickets/ticket-filter.rules.ts'
import { isDone, type TicketRow } from '#features/tickets/tickets.contract.ts'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { ticketsQuery } from '#features/tickets/web/tickets.api.ts'
import { useLastList, useListSearch } from '#shared/web/url.ts'
import type { ToDoRow } from '../to-do.contract.ts'
import { isToDoShown } from './shown-view.ts'
import { toDoQuery } from './to-do.api.ts'
import { toDoPath } from './to-do-row.ts'

/**
 * Finds the path of the row after a ticket or an enquiry: in the list that the user came from, or, when nothing there is left to do, in
 * 'Att göra'; undefined when nothing is left there either. Rejects when a list cannot be read.
 */
export function useNextRow(currentId: string, type: ToDoRow['type']): () => Promise<string | undefined> {
  const client = useQueryClient()
  const params = useListSearch(TICKET_LIST)
  const inboxParams = useListSearch(INBOX)
  const lastList = useLastList()
  const ofToDo = async () => {
    const rows = rowsOf(cachedIn<ToDoRow>(client, toDoQuery.queryKey) ?? (await client.fetchInfiniteQuery(toDoQuery)))
    const next = rowAfter(rows, currentId) ?? rows.find(({ id }) => id !== currentId)
    return next && toDoPath(next)
  }
  const ofInbox = async () => {
    const query = enquiriesQuery(inboxFilterOf(inboxParams))
    const rows = rowsOf(cachedIn<EnquiryRow>(client, query.queryKey) ?? (await client.fetchInfiniteQuery(query)))
    const left = rows.filter(({ id, doneAt }) => id === currentId || doneAt === null)
    const next = rowAfter(left, currentId)
    return next ? `${INBOX}/${next.id}` : ofToDo()
  }
  return async () => {
    if (type === 'enquiry') return lastList === INBOX ? ofInbox() : ofToDo()
    if (isToDoShown(params)) return ofToDo()
    const query = ticketsQuery(ticketFilterOf(params))
    const rows = rowsOf(cachedIn<TicketRow>(client, query.queryKey) ?? (await client.fetchInfiniteQuery(query)))
    const left = rows.filter(({ id, status }) => id === currentId || !isDone(status))
    const next = rowAfter(left, currentId)
    return next ? `${TICKET_LIST}/${next.id}` : ofToDo()
  }
}

/** The list as it is shown, unless an event has outdated it. */
const cachedIn = <Row>(client: QueryClient, queryKey: QueryKey): InfiniteData<{ rows: Row[] }> | undefined =>
  client.getQueryState(queryKey)?.isInvalidated ? undefined : client.getQueryData(queryKey)

const rowsOf = <Row>({ pages }: InfiniteData<{ rows: Row[] }>) => pages.flatMap(({ rows }) => rows)

/** Undefined after the last row, and after one that is not in the list. */
function rowAfter<Row extends { id: string }>(rows: readonly Row[], id: string): Row | undefined {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? undefined : rows[at + 1]
}
