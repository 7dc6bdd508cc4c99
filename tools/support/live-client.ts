// Live streams without a browser, for drills that need many.
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'

export type LiveEvent = { about: string; ticketId?: string }
export type LiveStream = {
  status: number
  /** How often each event was received, by `about ticketId`. */
  received: Map<string, number>
  onEvent: (listener: (name: string) => void) => void
  pause(): void
  resume(): void
  ended: Promise<void>
  close(): void
}

export const nameOf = ({ about, ticketId = '' }: LiveEvent) => `${about} ${ticketId}`

/** Opens a stream; resolves with the response's status once its headers have arrived. */
export function openStream(url: string, token: string): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = get(
      url,
      { agent: false, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
      (answer) => resolve(streamOf(request, answer)),
    )
    request.on('error', reject)
  })
}

function streamOf(request: ClientRequest, answer: IncomingMessage): LiveStream {
  const received = new Map<string, number>()
  const listeners: ((name: string) => void)[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      const name = nameOf(JSON.parse(data) as LiveEvent)
      received.set(name, (received.get(name) ?? 0) + 1)
      for (const listener of listeners) listener(name)
    },
  })
  answer.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  const ended = new Promise<void>((resolve) => {
    answer.on('close', resolve)
    answer.on('error', () => resolve())
  })
  return {
    status: answer.statusCode ?? 0,
    received,
    onEvent: (listener) => listeners.push(listener),
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
    ended,
    close: () => void request.destroy(),
  }
}

/** A stream that reconnects whenever it ends, as a browser does. */
export function followLive(url: string, token: () => Promise<string>) {
  const TIMEOUT_MS = 10_000
  let isClosed = false
  let eventCount = 0
  let stream: LiveStream | undefined
  const following = (async () => {
    while (!isClosed) {
      stream = await token()
        .then((bearer) => openStream(url, bearer))
        .catch(() => undefined)
      stream?.onEvent(() => eventCount++)
      if (isClosed) stream?.close()
      if (stream?.status === 200) await stream.ended
      if (!isClosed) await wait(250)
    }
  })()
  return {
    /** Whether an event arrives within ten seconds after `change`. */
    receivesEventAfter: async (change: () => Promise<unknown>) => {
      const deadline = performance.now() + TIMEOUT_MS
      while (stream?.status !== 200 && performance.now() < deadline) await wait(20)
      const before = eventCount
      await change()
      while (eventCount === before && performance.now() < deadline) await wait(20)
      return eventCount > before
    },
    close: async () => {
      isClosed = true
      stream?.close()
      await following
    },
  }
}
