// Pipelined requests of one connection are answered in order (RFC 9112 §9.3.2): each waits until the previous response is
// sent. A client that pipelines more than UNANSWERED_REQUESTS gets that many responses; then the connection is closed.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#lib/server/app.ts'

const UNANSWERED_REQUESTS = 8
/** How long a client may take to read the last responses. */
const LINGER_MS = 2000

const queues = new WeakMap<Socket, QueuedResponse[]>()
const closing = new WeakSet<Socket>()

/** The pending responses of a connection, in order. */
export const unansweredOn = (socket: Socket): readonly QueuedResponse[] => queues.get(socket) ?? []

/** Node creates one for every parsed request, also for those that it answers itself (option `ServerResponse`). */
export class QueuedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  begin: (() => void) | undefined
  readonly queue: QueuedResponse[] = enqueue(this)

  /** Calls `begin` once every earlier response is sent; never when the connection closes before that. */
  whenFirst(begin: () => void) {
    if (this.queue[0] === this) begin()
    else this.begin = begin
  }
}

/** Delays every request until the earlier responses are sent. Register it before any hook that works for a request. */
export function queueResponses(app: App) {
  app.addHook('onRequest', (_request, { raw }, next) => {
    // An injected request has no connection.
    if (raw instanceof QueuedResponse) raw.whenFirst(next)
    else next()
  })
  // Node would itself refuse an unknown `Expect` header, without our headers and error body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

function enqueue(response: QueuedResponse) {
  const { socket } = response.req
  const queue = queues.get(socket) ?? []
  queues.set(socket, queue)
  response.once('close', () => dequeue(socket, queue, response))
  response.once('finish', () => {
    if (!response.req.complete) closeGentlyAtEnd(socket)
  })
  if (queue.push(response) > UNANSWERED_REQUESTS) {
    queue.pop()
    closeAfterResponses(socket)
  }
  return queue
}

function dequeue(socket: Socket, queue: QueuedResponse[], response: QueuedResponse) {
  const index = queue.indexOf(response)
  if (index >= 0) queue.splice(index, 1)
  const [next] = queue
  if (!next?.begin || !socket.writable) return
  const { begin } = next
  next.begin = undefined
  begin()
}

/** Stops reading from a connection, and closes it once its complete requests are answered. */
export function closeAfterResponses(socket: Socket) {
  if (closing.has(socket)) return
  closing.add(socket)
  const queue = queues.get(socket) ?? []
  while (queue.length > 1 && !queue.at(-1)?.req.complete) queue.pop()
  const { parser } = socket as HttpSocket
  if (parser) parser.onIncoming = skipRest
  socket.on('resume', keepPaused).pause()
  closeGentlyAtEnd(socket)
  const last = queue.at(-1)
  if (last && !last.headersSent) last.setHeader('connection', 'close')
  else if (last) last.once('close', () => socket.destroySoon())
  else socket.destroySoon()
}

function keepPaused(this: Socket) {
  this.pause()
}

/**
 * Node destroys the socket after the last response. With unread input the operating system then resets the connection, and
 * the client, or a proxy before it, loses the part of the response that it has not read.
 */
function closeGentlyAtEnd(socket: Socket) {
  socket.destroySoon = () => closeGently(socket)
}

type HttpSocket = Socket & { parser?: { onIncoming: (request: { upgrade: boolean }) => number } }

/**
 * One read may contain thousands of requests, and the only way to stop Node's parser in the middle is a protocol upgrade:
 * returning 2 announces one. With `upgrade` unset no listener handles it.
 */
function skipRest(request: { upgrade: boolean }) {
  request.upgrade = false
  return 2
}

/** Closes a connection after sending the written data; further input is discarded until the client closes or LINGER_MS pass. */
export function closeGently(socket: Socket) {
  socket.off('resume', keepPaused)
  socket.removeAllListeners('data').on('data', () => undefined)
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
