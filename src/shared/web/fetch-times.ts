import type { Query, QueryClient } from '@tanstack/react-query'
import { timeOfRequest } from './first-responses.ts'

/** When the requests of the data and of the running fetch were sent, by `performance.now()`. */
type Times = { data?: number; running?: number }

const times = new WeakMap<Query, Times>()

/** Records when the data of each query was requested. Call it before the first fetch. */
export function recordFetches(client: QueryClient) {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const known = times.get(query) ?? {}
    if (action.type === 'fetch') times.set(query, { ...known, running: timeOfRequest() })
    // Loading a further page or setting data manually does not make the existing data newer.
    else if (action.type === 'success' && !action.manual)
      times.set(query, { data: query.state.fetchMeta?.fetchMore ? known.data : known.running } as Times)
    else if (action.type === 'error') times.set(query, known.data === undefined ? {} : { data: known.data })
  })
}

/** Whether the query's data, or the data that it is fetching, may be from before `time`. */
export function isFromBefore(query: Query, time: number): boolean {
  const { data, running } = times.get(query) ?? {}
  const requestedAt = query.state.fetchStatus === 'fetching' && !query.state.fetchMeta?.fetchMore ? running : data
  return requestedAt === undefined || requestedAt <= time
}
