// The browser half of an endpoint that answers with events. A token in a header means fetch, not EventSource.
import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { type Endpoint, EVENTS_HEARTBEAT_SECONDS, type EventsAnswer } from '../contract.ts'
import { CallError, currentConnection, refusalIn, unreachable, urlOf } from './call.ts'

const SILENCE_MS = EVENTS_HEARTBEAT_SECONDS * 2 * 1000 + 500

type Listening<S extends z.ZodType> = {
  onOpen: () => void
  onEvent: (event: z.output<S>) => void
  /** Something was heard, an event or a sign of life. */
  onSound?: () => void
  signal: AbortSignal
}

/**
 * Listens until the stream ends, falls silent or is aborted, and then resolves. Throws CallError when it is refused, with
 * status 0 when the server cannot be reached.
 */
export async function listen<S extends z.ZodType>(
  endpoint: Endpoint & { returns: EventsAnswer<S> },
  { onOpen, onEvent, onSound, signal }: Listening<S>,
): Promise<void> {
  const { fetch, token, renew } = currentConnection()
  const silence = new AbortController()
  const until = AbortSignal.any([signal, silence.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitForSound = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  const open = (bearer: string | undefined) => {
    waitForSound()
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
        // What a newer server tells beyond that is nothing this screen knows.
        if (event.success) onEvent(event.data)
      },
    })
    await read(response.body, (text) => {
      waitForSound()
      onSound?.()
      parser.feed(text)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves at the end, however it came. */
async function read(body: ReadableStream<Uint8Array>, onText: (text: string) => void) {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      onText(decoder.decode(part.value, { stream: true }))
  } catch {
    // Cut off: the same as an end.
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
