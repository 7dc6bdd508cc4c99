import type { z } from 'zod'
import type { Endpoint, EventsAnswer } from '#lib/contract.ts'
import { CallError } from '#lib/web/call.ts'
import { listen } from '#lib/web/listen.ts'

const PAUSE_MS = { first: 300, most: 2000 }

type Staying<S extends z.ZodType> = {
  /** The stream stands (again): what happened meanwhile may have been missed. */
  onOpen: () => void
  onEvent: (event: z.output<S>) => void
  onSound: () => void
  /** The server will not have this person (401, 403). */
  onRefused: () => void
  signal: AbortSignal
}

/** Listens, and comes back after every cut, until aborted. Tries again at the latest two to three seconds after each failure. */
export async function stayListening<S extends z.ZodType>(
  endpoint: Endpoint & { returns: EventsAnswer<S> },
  { onRefused, signal, ...heard }: Staying<S>,
): Promise<void> {
  let pause = PAUSE_MS.first
  while (!signal.aborted) {
    try {
      await listen(endpoint, {
        ...heard,
        signal,
        onOpen: () => {
          pause = PAUSE_MS.first
          heard.onOpen()
        },
      })
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) onRefused()
    }
    if (signal.aborted) return
    // Half of it by chance: a thousand screens do not come back in the same moment.
    await pauseOrOnline(pause / 2 + (Math.random() * pause) / 2, signal)
    pause = Math.min(pause * 2, PAUSE_MS.most)
  }
}

/** Waits, but not longer than until the browser has a network again. */
function pauseOrOnline(milliseconds: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const go = () => resolve()
  const timer = setTimeout(go, milliseconds)
  window.addEventListener('online', go)
  signal.addEventListener('abort', go)
  return promise.finally(() => {
    clearTimeout(timer)
    window.removeEventListener('online', go)
    signal.removeEventListener('abort', go)
  })
}
