import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { EVENTS_HEARTBEAT_SECONDS, type EventsAnswer } from '../contract.ts'

/** Who lets more than this wait unread is cut off: the screen comes back and asks for what it missed. */
const UNREAD_BYTES = 64 * 1024

/** Sends what `open` yields as server-sent events until the client leaves or is too slow, the source ends, or the server closes. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { event: schema }: EventsAnswer,
  open: (signal: AbortSignal) => Promise<AsyncIterable<unknown>>,
) {
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  const source = await open(leaving.signal)
  const stream = new PassThrough()
  stream.once('close', () => leaving.abort())
  reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
  void pump(stream, source, encoderOf(schema), leaving.signal).catch((error) => {
    request.log.error({ err: error }, 'event stream failed')
    stream.destroy()
  })
  return reply.send(stream)
}

async function pump(
  stream: PassThrough,
  source: AsyncIterable<unknown>,
  encode: (event: unknown) => Buffer,
  signal: AbortSignal,
) {
  const write = (bytes: string | Buffer) => {
    if (stream.writableLength + stream.readableLength > UNREAD_BYTES) stream.destroy()
    else stream.write(bytes)
  }
  write(': open\n\n')
  const heartbeat = setInterval(() => write(':\n\n'), EVENTS_HEARTBEAT_SECONDS * 1000)
  try {
    for await (const event of source) {
      if (signal.aborted) break
      write(encode(event))
    }
  } finally {
    clearInterval(heartbeat)
    stream.end()
  }
}

const encoders = new WeakMap<z.ZodType, (event: unknown) => Buffer>()

/** One event goes to many: it is cut to the schema and encoded once. */
function encoderOf(schema: z.ZodType) {
  const known = encoders.get(schema)
  if (known) return known
  const encoded = new WeakMap<object, Buffer>()
  const encode = (event: unknown) => {
    const before = encoded.get(event as object)
    if (before) return before
    const bytes = Buffer.from(`data: ${JSON.stringify(schema.parse(event))}\n\n`)
    encoded.set(event as object, bytes)
    return bytes
  }
  encoders.set(schema, encode)
  return encode
}
