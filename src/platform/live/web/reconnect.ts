import { CallError } from '#shared/web/call.ts'
import { listen } from '#shared/web/listen.ts'
import type { LiveEvent, live } from '../live.contract.ts'

/** The delay before a reconnect; it doubles with each failure up to the longest. */
export const RECONNECT_DELAY_MS = { first: 300, longest: 2000 }
/** The delay before a reconnect when the server ended the stream because its login had too many; a tab that becomes visible cuts it short. */
export const DISMISSED_MS = 10 * 60_000

type Reconnecting = {
  onEvent: (event: LiveEvent) => void
  onActivity: () => void
  /** The server refuses this person (401, 403). */
  onRefused: () => void
  /** The server has ended the stream for a newer one of the same login: reconnecting at once would end another. */
  onDismissed: () => void
  signal: AbortSignal
}

/**
 * Reads the stream, and reconnects after every end and failure, until aborted. The delay is at most
 * RECONNECT_DELAY_MS.longest; after a dismissal it is DISMISSED_MS, or until the tab becomes visible.
 */
export async function listenWithReconnect(
  endpoint: typeof live.staff,
  { onRefused, onDismissed, onEvent, signal, ...callbacks }: Reconnecting,
): Promise<void> {
  let delay = RECONNECT_DELAY_MS.first
  while (!signal.aborted) {
    let isDismissed = false
    try {
      await listen(endpoint, {
        ...callbacks,
        signal,
        onEvent: (event) => {
          if (event.about === 'ended') isDismissed = true
          else onEvent(event)
        },
        onOpen: () => {
          delay = RECONNECT_DELAY_MS.first
        },
      })
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) onRefused()
    }
    if (signal.aborted) return
    if (isDismissed) {
      onDismissed()
      await delayUnless(onTabVisible, DISMISSED_MS, signal)
      continue
    }
    await delayUnless(onOnline, delay, signal)
    delay = Math.min(delay * 2, RECONNECT_DELAY_MS.longest)
  }
}

type Subscribe = (callback: () => void, signal: AbortSignal) => void

/** Calls back whenever this tab becomes visible or gets focus, until aborted. */
export function onTabVisible(callback: () => void, signal: AbortSignal) {
  const onChange = () => {
    if (document.visibilityState === 'visible') callback()
  }
  window.addEventListener('focus', onChange, { signal })
  document.addEventListener('visibilitychange', onChange, { signal })
}

const onOnline: Subscribe = (callback, signal) => window.addEventListener('online', callback, { signal })

/** Resolves after the delay, at the event that is subscribed to, or when aborted, whichever comes first. */
function delayUnless(subscribe: Subscribe, milliseconds: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const settled = new AbortController()
  const finish = () => resolve()
  // Half of the delay is jitter: clients do not all reconnect at the same moment.
  const timer = setTimeout(finish, milliseconds / 2 + (Math.random() * milliseconds) / 2)
  subscribe(finish, settled.signal)
  signal.addEventListener('abort', finish, { signal: settled.signal })
  return promise.finally(() => {
    clearTimeout(timer)
    settled.abort()
  })
}
