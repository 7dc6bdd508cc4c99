// The browser half of an endpoint that streams events. Uses fetch, as EventSource cannot send a token in a header.
import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { type Endpoint, EVENTS_HEARTBEAT_SECONDS, type EventsAnswer } from '../contract.ts'
import { CallError, currentConnection, refusalIn, unreachable, urlOf } from './call.ts'

/** A stream from which nothing was received for this long is lost: one heartbeat may be late. */
export const HEARTBEAT_TIMEOUT_MS = EVENTS_HEARTBEAT_SECONDS * 2 * 1000 + 500

type Listening<S extends z.ZodType> = {
  onOpen: () => void
  onEvent: (event: z.output<S>) => void
  /** Bytes were received: an event or a heartbeat. */
  onActivity?: () => void
  signal: AbortSignal
}

/**
 * Listens until the stream ends, times out or is aborted, and then resolves. Throws CallError when it is refused, with
 * status 0 when the server cannot be reached.
 */
export async function listen<S extends z.ZodType>(
  endpoint: Endpoint & { returns: EventsAnswer<S> },
  { onOpen, onEvent, onActivity, signal }: Listening<S>,
): Promise<void> {
  const { fetch, token, renew } = currentConnection()
  const heartbeatTimeout = new AbortController()
  const until = AbortSignal.any([signal, heartbeatTimeout.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimeout = () => {
    clearTimeout(timer)
    timer = setTimeout(() => heartbeatTimeout.abort(), HEARTBEAT_TIMEOUT_MS)
  }
  const open = (bearer: string | undefined) => {
    restartTimeout()
    return fetch(urlOf(endpoint, {}), {
      headers: { accept: 'text/event-stream', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      signal: until,
    }).catch(() => {
      throw new CallError(0, unreachable)
    })
  }
  try {
    const bearer = token()
    let response = await open(bearer)
    if (response.status === 401) {
      const renewed = await renew(bearer)
      if (renewed) response = await open(renewed)
    }
    if (!response.ok || !response.body) throw await refusalIn(response)
    onOpen()
    const parser = createParser({
      onEvent: ({ data }) => {
        const event = endpoint.returns.event.safeParse(JSON.parse(data))
        // A newer server may send kinds of events that this screen does not know.
        if (event.success) onEvent(event.data)
      },
    })
    await read(response.body, (text) => {
      restartTimeout()
      onActivity?.()
      parser.feed(text)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves at the end of the stream, also after an error. */
async function read(body: ReadableStream<Uint8Array>, onText: (text: string) => void) {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      onText(decoder.decode(part.value, { stream: true }))
  } catch {
    // A lost connection ends the stream like any other end.
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
