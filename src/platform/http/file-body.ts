// Bodies that are one file: not parsed, not buffered in memory, and limited by progress instead of by time.
import type { Readable } from 'node:stream'
import type { FastifyContentTypeParser } from 'fastify'
import type { App } from './app.ts'
import { AppError } from './app-error.ts'

/** How long an upload may be idle. */
const STALLED_MS = 15_000
/** How long a file may take in all; the server's own limit for every request. */
export const RECEIVE_MS = 15 * 60_000

/** Passes bodies of the type application/octet-stream to the handlers in the scope of `app` as streams; other types are 415. */
export function acceptFile(app: App) {
  app.removeAllContentTypeParsers()
  const passOn: FastifyContentTypeParser = (_request, body, done) => done(null, body)
  app.addContentTypeParser('application/octet-stream', passOn)
}

/** The bytes as they arrive. Throws 408 when none arrive for `stalledMs`; the consumer's time between reads does not count. */
export async function* arriving(body: Readable, stalledMs = STALLED_MS): AsyncGenerator<Buffer, void> {
  const parts: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await within(parts.next(), stalledMs)
    if (next.done) return
    yield next.value
  }
}

async function within<T>(reading: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError(408, 'stalled', 'Uppladdningen stannade av. Försök igen.')), ms)
  })
  try {
    return await Promise.race([reading, stalled])
  } finally {
    clearTimeout(timer)
    reading.catch(() => undefined) // the body may still fail after the race
  }
}

/** Joins bytes into chunks of exactly `size`; the last may be shorter. Holds one chunk at a time. */
export async function* inChunks(parts: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    let rest = part
    while (length + rest.length >= size) {
      const taken = size - length
      yield Buffer.concat([...pending, rest.subarray(0, taken)], size)
      rest = rest.subarray(taken)
      pending = []
      length = 0
    }
    if (rest.length > 0) pending.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(pending, length)
}
