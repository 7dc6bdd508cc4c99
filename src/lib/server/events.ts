import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventsAnswer } from '../contract.ts'

const HEARTBEAT_SECONDS = 15

/** Sends what `open` yields as server-sent events until the client leaves, the source ends, or the server closes. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { event: schema }: EventsAnswer,
  open: (signal: AbortSignal) => Promise<AsyncIterable<unknown>>,
) {
  const leaving = new AbortController()
  request.raw.once('close', () => leaving.abort())
  const source = await open(leaving.signal)
  const stream = new PassThrough()
  stream.once('close', () => leaving.abort())
  reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
  void pump(stream, source, (event) => JSON.stringify(schema.parse(event)), leaving.signal).catch((error) => {
    request.log.error({ err: error }, 'event stream failed')
    stream.destroy()
  })
  return reply.send(stream)
}

async function pump(
  stream: PassThrough,
  source: AsyncIterable<unknown>,
  encode: (event: unknown) => string,
  signal: AbortSignal,
) {
  stream.write(': open\n\n')
  const heartbeat = setInterval(() => stream.write(':\n\n'), HEARTBEAT_SECONDS * 1000)
  try {
    for await (const event of source) {
      if (signal.aborted) break
      stream.write(`data: ${encode(event)}\n\n`)
    }
  } finally {
    clearInterval(heartbeat)
    stream.end()
  }
}
