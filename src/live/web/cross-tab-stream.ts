// One event stream a browser: the tab that holds the lock (the leader) reads the stream and broadcasts it to the other tabs.
// A stream a tab would use up the six connections that HTTP/1.1 has for a host.

import { HEARTBEAT_TIMEOUT_MS } from '#lib/web/listen.ts'
import { onTabVisible } from './on-tab-visible.ts'
import { DISMISSED_MS, RECONNECT_DELAY_MS } from './reconnect.ts'

/** After this long without a broadcast a visible tab takes over the stream: the leader has had time to reconnect. */
const LEADER_TIMEOUT_MS = HEARTBEAT_TIMEOUT_MS + RECONNECT_DELAY_MS.longest + 500
const LEADER_CHECK_MS = 1000

type Message<Event> = { heartbeat: true } | { dismissed: true } | { event: Event }

type StreamCallbacks<Event> = {
  onEvent: (event: Event) => void
  onActivity: () => void
  /** The server wants no stream of this browser now. */
  onDismissed: () => void
}

type SharedStream<Event> = {
  /** Tabs of the same name share. */
  name: string
  /** Reads the stream until aborted; run in one tab at a time. */
  runStream: (callbacks: StreamCallbacks<Event>, signal: AbortSignal) => Promise<void>
  onEvent: (event: Event) => void
  /** Whether anything was received lately: without contact, what a screen shows may be stale. */
  onContact: (isConnected: boolean) => void
}

/** Takes part in a stream that all tabs share. Returns the function that leaves it. */
export function joinSharedStream<Event>({ name, runStream, onEvent, onContact }: SharedStream<Event>): () => void {
  const leaving = new AbortController()
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    void runStream({ onEvent, onActivity: () => onContact(true), onDismissed: () => onContact(false) }, leaving.signal)
    return () => leaving.abort()
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
    if (!leaving.signal.aborted) channel.postMessage(message)
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
    const lost = new AbortController()
    const until = AbortSignal.any([leaving.signal, lost.signal])
    return navigator.locks
      .request(name, options, () => {
        isLeader = true
        return runStream(leaderCallbacks, until)
      })
      .catch(() => undefined)
      .finally(() => {
        isLeader = false
        lost.abort()
      })
  }
  const waitForLock = async () => {
    while (!leaving.signal.aborted) await lead({ signal: leaving.signal })
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
  }, leaving.signal)

  return () => {
    leaving.abort()
    clearInterval(leaderCheck)
    channel.close()
  }
}
