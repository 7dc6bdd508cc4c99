import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { recordFetches } from './fetch-times.ts'

const STALE_AFTER_MS = 10_000
/** A list that was open within the last half hour is shown at once, and refreshed. */
const CACHED_MS = 30 * 60_000
const RETRIES = 3
const RETRY_DELAY_MS = 500

/** The query cache of the app; cleared when another user signs in. */
export const queryClient = new QueryClient({
  // 'always', so that an offline call fails and is reported; the default would pause it silently.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: STALE_AFTER_MS,
      gcTime: CACHED_MS,
      // Retries lost connections and 503; `busy` was retried by the call, and other errors are final.
      retry: (count, error) =>
        count < RETRIES &&
        error instanceof CallError &&
        (error.status === 0 || (error.status === 503 && error.code !== 'busy')),
      retryDelay: (count) => RETRY_DELAY_MS * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})
recordFetches(queryClient)
