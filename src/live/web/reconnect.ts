import { CallError } from '#lib/web/call.ts'
import { listen } from '#lib/web/listen.ts'
import type { LiveEvent, live } from '../live.contract.ts'
import { onTabVisible } from './on-tab-visible.ts'

const PAUSE_MS = { first: 300, most: 2000 }
/** A login that has too many screens open gets the stream of one back after this, unless somebody comes back to it before. */
export const DISMISSED_MS = 10 * 60_000

type Staying = {
  /** The stream stands (again): what happened meanwhile may have been missed. */
  onOpen: () => void
  onEvent: (event: LiveEvent) => void
  onSound: () => void
  /** The server will not have this person (401, 403). */
  onRefused: () => void
  /** The server has ended the stream for a newer one of the same login: opened again at once, it would end another. */
  onDismissed: () => void
  signal: AbortSignal
}

/**
 * Listens, and comes back after every cut, until aborted. Tries again at the latest two to three seconds after each
 * failure; dismissed, not before somebody is back at the screen or a long time has passed.
 */
export async function listenWithReconnect(
  endpoint: typeof live.staff,
  { onRefused, onDismissed, onEvent, signal, ...heard }: Staying,
): Promise<void> {
  let pause = PAUSE_MS.first
  while (!signal.aborted) {
    let isDismissed = false
    try {
      await listen(endpoint, {
        ...heard,
        signal,
        onEvent: (event) => {
          if (event.about === 'ended') isDismissed = true
          else onEvent(event)
        },
        onOpen: () => {
          pause = PAUSE_MS.first
          heard.onOpen()
        },
      })
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) onRefused()
    }
    if (signal.aborted) return
    if (isDismissed) {
      onDismissed()
      await pauseUnless(onTabVisible, DISMISSED_MS, signal)
      continue
    }
    await pauseUnless(onOnline, pause, signal)
    pause = Math.min(pause * 2, PAUSE_MS.most)
  }
}

type Watch = (callback: () => void, signal: AbortSignal) => void

const onOnline: Watch = (callback, signal) => window.addEventListener('online', callback, { signal })

/** Waits as long at most, and not longer than until what is watched for happens. */
function pauseUnless(watch: Watch, milliseconds: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const go = () => resolve()
  // Half of it by chance: a thousand screens do not come back in the same moment.
  const timer = setTimeout(go, milliseconds / 2 + (Math.random() * milliseconds) / 2)
  watch(go, over.signal)
  signal.addEventListener('abort', go, { signal: over.signal })
  return promise.finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}
