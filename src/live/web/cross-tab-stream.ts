// One stream a browser: the tab that holds the lock listens and passes on what it hears. A stream a tab would use up the six
// connections that HTTP/1.1 has for a host.

import { onTabVisible } from './on-tab-visible.ts'
import { DISMISSED_MS } from './reconnect.ts'

const SILENCE_MS = 7000
const LOOK_MS = 1000

type Said<Event> = { sound: true } | { dismissed: true } | { event: Event }

type Heard<Event> = {
  onEvent: (event: Event) => void
  onSound: () => void
  /** The server wants no stream of this browser now. */
  onDismissed: () => void
}

type Sharing<Event> = {
  /** Tabs of the same name share. */
  name: string
  /** Listens until aborted; run in one tab at a time. */
  hold: (heard: Heard<Event>, signal: AbortSignal) => Promise<void>
  onEvent: (event: Event) => void
  /** Whether anything has been heard lately: without contact, what a screen shows may be old. */
  onContact: (isThere: boolean) => void
}

/** Takes part in a stream that all tabs share. Returns what leaves it. */
export function joinSharedStream<Event>({ name, hold, onEvent, onContact }: Sharing<Event>): () => void {
  const leaving = new AbortController()
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    void hold({ onEvent, onSound: () => onContact(true), onDismissed: () => onContact(false) }, leaving.signal)
    return () => leaving.abort()
  }
  const channel = new BroadcastChannel(name)
  let heardAt = Date.now()
  let isHolding = false
  let dismissedAt = Number.NEGATIVE_INFINITY
  const heard = () => {
    heardAt = Date.now()
    dismissedAt = Number.NEGATIVE_INFINITY
    onContact(true)
  }
  const dismissed = () => {
    dismissedAt = Date.now()
    onContact(false)
  }
  channel.onmessage = ({ data }: MessageEvent<Said<Event>>) => {
    if ('dismissed' in data) return dismissed()
    heard()
    if ('event' in data) onEvent(data.event)
  }
  const say = (said: Said<Event>) => {
    heard()
    if (!leaving.signal.aborted) channel.postMessage(said)
  }
  const speak = {
    onEvent: (event: Event) => {
      say({ event })
      onEvent(event)
    },
    onSound: () => say({ sound: true }),
    onDismissed: () => {
      dismissed()
      if (!leaving.signal.aborted) channel.postMessage({ dismissed: true })
    },
  }

  /** Holds the stream while the lock is ours; another tab may take it when this one has fallen silent. */
  const takeTurn = (options: LockOptions) => {
    const turn = new AbortController()
    const until = AbortSignal.any([leaving.signal, turn.signal])
    return navigator.locks
      .request(name, options, () => {
        isHolding = true
        return hold(speak, until)
      })
      .catch(() => undefined)
      .finally(() => {
        isHolding = false
        turn.abort()
      })
  }
  const queue = async () => {
    while (!leaving.signal.aborted) await takeTurn({ signal: leaving.signal })
  }
  void queue()

  // A holder that sleeps (a phone's background tab) keeps the lock: whoever is looked at takes it over.
  const takeOver = () => {
    if (isHolding) return
    heardAt = Date.now()
    void takeTurn({ steal: true })
  }
  const look = setInterval(() => {
    if (document.visibilityState !== 'visible' || Date.now() - heardAt < SILENCE_MS) return
    onContact(false)
    // Dismissed, the holder is silent because it must be.
    if (Date.now() - dismissedAt > DISMISSED_MS) takeOver()
  }, LOOK_MS)
  onTabVisible(() => {
    if (Number.isFinite(dismissedAt)) takeOver()
  }, leaving.signal)

  return () => {
    leaving.abort()
    clearInterval(look)
    channel.close()
  }
}
