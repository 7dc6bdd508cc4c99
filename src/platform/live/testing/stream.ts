import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'
import { until } from '#shared/testing/until.ts'
import type { Person } from '#tests/harness/harness.ts'

export type Stream = {
  events: { about: string; ticketId?: string; enquiryId?: string; hasReported?: boolean; ticketIds?: string[] | null }[]
  bytes: () => string
  ended: Promise<void>
  close(): void
}

/** Opens the live stream at a URL as the person, and reads it until it ends or is closed. */
export async function openStream(url: string, { token }: Person): Promise<Stream> {
  const closing = new AbortController()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: closing.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const events: Stream['events'] = []
  let bytes = ''
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data)) })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      const text = decoder.decode(part, { stream: true })
      bytes += text
      parser.feed(text)
    }
  }
  return { events, bytes: () => bytes, ended: read().catch(() => undefined), close: () => closing.abort() }
}

/** Waits for the first event of each stream, after which it misses nothing. Events of earlier changes may still arrive. */
export const untilBegun = (streams: Stream[]) =>
  until(() => {
    for (const { events } of streams) expect(events).toContainEqual(expect.objectContaining({ about: 'everything' }))
  })
