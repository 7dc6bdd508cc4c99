// One event stream per browser: the tab that holds the lock (the leader) reads the stream and broadcasts it to the other
// tabs. One stream per tab would use up the six connections that a browser opens to a host over HTTP/1.1.

import { HEARTBEAT_TIMEOUT_MS } from '#lib/web/listen.ts'
import { DISMISSED_MS, onTabVisible, RECONNECT_DELAY_MS } from './reconnect.ts'

/** After this long without a broadcast a visible tab takes over the stream: the leader has had time to reconnect. */
const LEADER_TIMEOUT_MS = HEARTBEAT_TIMEOUT_MS + RECONNECT_DELAY_MS.longest + 500
const LEADER_CHECK_MS = 1000

type Message<Event> = { heartbeat: true } | { dismissed: true } | { event: Event }

type StreamCallbacks<Event> = {
  onEvent: (event: Event) => void
  onActivity: () => void
  /** The server has ended the stream and allows no reconnect for now. */
  onDismissed: () => void
}

type SharedStream<Event> = {
  /** Tabs that join under the same name share one stream. */
  name: string
  /** Reads the stream until aborted; run in one tab at a time. */
  runStream: (callbacks: StreamCallbacks<Event>, signal: AbortSignal) => Promise<void>
  onEvent: (event: Event) => void
  /** Whether anything was received lately: without contact, what a screen shows may be stale. */
  onContact: (isConnected: boolean) => void
}

/** Subscribes this tab to the stream that all tabs share. Returns the function that unsubscribes. */
export function joinSharedStream<Event>({ name, runStream, onEvent, onContact }: SharedStream<Event>): () => void {
  const unsubscribed = new AbortController()
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    void runStream(
      { onEvent, onActivity: () => onContact(true), onDismissed: () => onContact(false) },
      unsubscribed.signal,
    )
    return () => unsubscribed.abort()
  }
  const channel = new BroadcastChannel(name)
  let lastActivityAt = Date.now()
  let isLeader = false
  let dismissedAt = Number.NEGATIVE_INFINITY
  const noteActivity = () => {
    lastActivityAt = Date.now()
    dismissedAt = Number.NEGATIVE_INFINITY
    onContact(true)
  }
  const noteDismissed = () => {
    dismissedAt = Date.now()
    onContact(false)
  }
  channel.onmessage = ({ data }: MessageEvent<Message<Event>>) => {
    if ('dismissed' in data) return noteDismissed()
    noteActivity()
    if ('event' in data) onEvent(data.event)
  }
  const broadcast = (message: Message<Event>) => {
    if (!unsubscribed.signal.aborted) channel.postMessage(message)
  }
  const leaderCallbacks: StreamCallbacks<Event> = {
    onEvent: (event) => {
      noteActivity()
      broadcast({ event })
      onEvent(event)
    },
    onActivity: () => {
      noteActivity()
      broadcast({ heartbeat: true })
    },
    onDismissed: () => {
      noteDismissed()
      broadcast({ dismissed: true })
    },
  }

  /** Runs the stream while this tab holds the lock; another tab steals it from a leader that no longer broadcasts. */
  const lead = (options: LockOptions) => {
    const lockLost = new AbortController()
    const until = AbortSignal.any([unsubscribed.signal, lockLost.signal])
    return navigator.locks
      .request(name, options, () => {
        isLeader = true
        return runStream(leaderCallbacks, until)
      })
      .catch(() => undefined)
      .finally(() => {
        isLeader = false
        lockLost.abort()
      })
  }
  const waitForLock = async () => {
    while (!unsubscribed.signal.aborted) await lead({ signal: unsubscribed.signal })
  }
  void waitForLock()

  // A suspended leader (a phone's background tab) keeps the lock: a visible tab steals it.
  const takeOver = () => {
    if (isLeader) return
    lastActivityAt = Date.now()
    void lead({ steal: true })
  }
  const leaderCheck = setInterval(() => {
    if (document.visibilityState !== 'visible' || Date.now() - lastActivityAt < LEADER_TIMEOUT_MS) return
    onContact(false)
    // After a dismissal the leader has no stream to broadcast.
    if (Date.now() - dismissedAt > DISMISSED_MS) takeOver()
  }, LEADER_CHECK_MS)
  onTabVisible(() => {
    if (Number.isFinite(dismissedAt)) takeOver()
  }, unsubscribed.signal)

  return () => {
    unsubscribed.abort()
    clearInterval(leaderCheck)
    channel.close()
  }
}
