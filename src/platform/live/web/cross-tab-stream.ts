// One event stream per browser: the tab that holds the lock (the leader) reads the stream and broadcasts it to the other
// tabs. One stream per tab would use up the six connections that a browser opens to a host over HTTP/1.1.
import { HEARTBEAT_TIMEOUT_MS } from '#shared/web/listen.ts'
import { DISMISSED_MS, onTabVisible, RECONNECT_DELAY_MS } from './reconnect.ts'

/** After this long without a broadcast a visible tab takes over the stream: the leader has had time to reconnect. */
const LEADER_TIMEOUT_MS = HEARTBEAT_TIMEOUT_MS + RECONNECT_DELAY_MS.longest + 500
const LEADER_CHECK_MS = 1000

/** What the leader broadcasts. */
type Broadcast<Event> = { heartbeat: true } | { dismissed: true } | { event: Event }
/** A tab that joins asks the leader what it has missed. */
type Message<Event, Recent> = Broadcast<Event> | { joined: string } | { missed: Recent; to: string }

type StreamCallbacks<Event> = {
  onEvent: (event: Event) => void
  onActivity: () => void
  /** The server has ended the stream and allows no reconnect for now. */
  onDismissed: () => void
}

type SharedStream<Event, Recent> = {
  /** Tabs that join under the same name share one stream. */
  name: string
  /** Reads the stream until aborted; run in one tab at a time. */
  runStream: (callbacks: StreamCallbacks<Event>, signal: AbortSignal) => Promise<void>
  onEvent: (event: Event) => void
  /** The last events of the stream, for a tab that joins it; undefined before it has begun. */
  recent: () => Recent | undefined
  /** The last events of the stream that this tab has joined. */
  onMissed: (recent: Recent) => void
  /** Whether anything was received lately: without contact a screen may show stale data. */
  onContact: (isConnected: boolean) => void
}

/** Subscribes this tab to the stream that all tabs share. Returns the function that unsubscribes. */
export function joinSharedStream<Event, Recent>(stream: SharedStream<Event, Recent>): () => void {
  const { name, runStream, onEvent, recent, onMissed, onContact } = stream
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
  let dismissedAt = Number.NEGATIVE_INFINITY
  const receive = (message: Broadcast<Event>) => {
    const isDismissal = 'dismissed' in message
    if (isDismissal) dismissedAt = Date.now()
    else {
      lastActivityAt = Date.now()
      dismissedAt = Number.NEGATIVE_INFINITY
    }
    onContact(!isDismissal)
    if ('event' in message) onEvent(message.event)
  }
  const publish = (message: Broadcast<Event>) => {
    if (!unsubscribed.signal.aborted) channel.postMessage(message)
    receive(message)
  }
  const leaderCallbacks: StreamCallbacks<Event> = {
    onEvent: (event) => publish({ event }),
    onActivity: () => publish({ heartbeat: true }),
    onDismissed: () => publish({ dismissed: true }),
  }
  const leadership = seekLeadership(name, (signal) => runStream(leaderCallbacks, signal), unsubscribed.signal)
  const notify = (to: string) => {
    const missed = leadership.isLeader() ? recent() : undefined
    if (missed) channel.postMessage({ missed, to } satisfies Message<Event, Recent>)
  }
  const id = crypto.randomUUID()
  channel.onmessage = ({ data }: MessageEvent<Message<Event, Recent>>) => {
    if ('joined' in data) notify(data.joined)
    else if (!('missed' in data)) receive(data)
    else if (data.to === id) onMissed(data.missed)
  }
  channel.postMessage({ joined: id } satisfies Message<Event, Recent>)

  // A suspended leader (a phone's background tab) still holds the lock: a visible tab steals it.
  const takeOver = () => {
    if (leadership.isLeader()) return
    lastActivityAt = Date.now()
    leadership.steal()
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

/** Waits for the lock `name` until `signal` aborts, and calls `lead` while holding it; `steal` takes it from another tab. */
function seekLeadership(name: string, lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
  let isLeader = false
  const leadWithLock = (options: LockOptions) => {
    const lockLost = new AbortController()
    const until = AbortSignal.any([signal, lockLost.signal])
    return navigator.locks
      .request(name, options, () => {
        isLeader = true
        return lead(until)
      })
      .catch(() => undefined)
      .finally(() => {
        isLeader = false
        lockLost.abort()
      })
  }
  const waitForLock = async () => {
    while (!signal.aborted) await leadWithLock({ signal })
  }
  void waitForLock()
  return { isLeader: () => isLeader, steal: () => void leadWithLock({ steal: true }) }
}
