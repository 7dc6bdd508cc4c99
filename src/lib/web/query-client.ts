import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

const FRESH_MS = 10_000
const TRIES = 3
const FIRST_PAUSE_MS = 500

/** The browser's copy of what the server said; emptied when the person changes. */
export const queryClient = new QueryClient({
  // 'always': without a connection a call fails and says so; the default would wait for one without a word.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: FRESH_MS,
      // A refusal stays one; what is lost may come back; a busy server was asked again by the call.
      retry: (count, error) =>
        count < TRIES &&
        error instanceof CallError &&
        (error.status === 0 || (error.status === 503 && error.code !== 'busy')),
      retryDelay: (count) => FIRST_PAUSE_MS * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})
