import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { EVENTS_HEARTBEAT_SECONDS, type EventsAnswer } from '#shared/contract.ts'

/** A client with more unread bytes is disconnected: it reconnects and refetches. */
const UNREAD_BYTES_MAX = 64 * 1024

/** Sends what `open` yields as server-sent events until the client disconnects or is too slow, the source ends, or the server closes. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { event: schema }: EventsAnswer,
  open: (signal: AbortSignal) => Promise<AsyncIterable<unknown>>,
) {
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  const source = await open(disconnected.signal)
  const stream = new PassThrough()
  stream.once('close', () => disconnected.abort())
  reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
  void pump(stream, source, serializerOf(schema), disconnected.signal).catch((error) => {
    request.log.error({ err: error }, 'event stream failed')
    stream.destroy()
  })
  return reply.send(stream)
}

async function pump(
  stream: PassThrough,
  source: AsyncIterable<unknown>,
  serialize: (event: unknown) => Buffer,
  signal: AbortSignal,
) {
  const write = (bytes: string | Buffer) => {
    if (stream.writableLength + stream.readableLength > UNREAD_BYTES_MAX) stream.destroy()
    else stream.write(bytes)
  }
  write(': open\n\n')
  const heartbeat = setInterval(() => write(':\n\n'), EVENTS_HEARTBEAT_SECONDS * 1000)
  try {
    for await (const event of source) {
      if (signal.aborted) break
      write(serialize(event))
    }
  } finally {
    clearInterval(heartbeat)
    stream.end()
  }
}

const serializers = new WeakMap<z.ZodType, (event: unknown) => Buffer>()

/** Serializes an event once for all its receivers, stripped to the schema. */
function serializerOf(schema: z.ZodType) {
  const existing = serializers.get(schema)
  if (existing) return existing
  const cache = new WeakMap<object, Buffer>()
  const serialize = (event: unknown) => {
    const cached = cache.get(event as object)
    if (cached) return cached
    const bytes = Buffer.from(`data: ${JSON.stringify(schema.parse(event))}\n\n`)
    cache.set(event as object, bytes)
    return bytes
  }
  serializers.set(schema, serialize)
  return serialize
}
