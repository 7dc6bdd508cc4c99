// The requests of one connection are answered one after the other (RFC 9112 §9.3.2): each waits until the answer before it
// has left the process. Who sends more ahead than may wait is answered that far, and then the connection is closed.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#lib/server/app.ts'

const UNANSWERED_REQUESTS = 8
/** How long a client may take to read its last answers. */
const LINGER_MS = 2000

const queues = new WeakMap<Socket, QueuedResponse[]>()
const closing = new WeakSet<Socket>()

/** What a connection is still to be answered, in order. */
export const unansweredOn = (socket: Socket): readonly QueuedResponse[] => queues.get(socket) ?? []

/** Node makes one for every request it has parsed, also for those that it answers itself (`ServerResponse` of its options). */
export class QueuedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  begin: (() => void) | undefined
  readonly queue: QueuedResponse[] = enqueue(this)

  /** Calls back once every answer before this one has been sent; never when the connection is closed before that. */
  onTurn(begin: () => void) {
    if (this.queue[0] === this) begin()
    else this.begin = begin
  }
}

/** Holds every request until its turn. To be registered before anything that works for a request. */
export function queueResponses(app: App) {
  app.addHook('onRequest', (_request, { raw }, next) => {
    // An injected request has no connection.
    if (raw instanceof QueuedResponse) raw.onTurn(next)
    else next()
  })
  // Node would refuse what it does not know in `Expect` by itself and in no form of ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

function enqueue(response: QueuedResponse) {
  const { socket } = response.req
  const queue = queues.get(socket) ?? []
  queues.set(socket, queue)
  response.once('close', () => leave(socket, queue, response))
  if (queue.push(response) > UNANSWERED_REQUESTS) {
    queue.pop()
    closeAfterAnswers(socket)
  }
  return queue
}

function leave(socket: Socket, queue: QueuedResponse[], response: QueuedResponse) {
  const place = queue.indexOf(response)
  if (place >= 0) queue.splice(place, 1)
  const [next] = queue
  if (!next?.begin || !socket.writable) return
  const { begin } = next
  next.begin = undefined
  begin()
}

/** Reads no more from a connection, and closes it once the requests are answered that have wholly arrived. */
export function closeAfterAnswers(socket: Socket) {
  if (closing.has(socket)) return
  closing.add(socket)
  const queue = queues.get(socket) ?? []
  while (queue.length > 1 && !queue.at(-1)?.req.complete) queue.pop()
  const { parser } = socket as Parsed
  if (parser) parser.onIncoming = skipRest
  const stay = () => void socket.pause()
  socket.on('resume', stay).pause()
  // Node destroys the socket after the last answer. With unread input the system then resets the connection, and what the
  // client has not read yet is lost.
  socket.destroySoon = () => {
    socket.off('resume', stay)
    closeGently(socket)
  }
  const last = queue.at(-1)
  if (last && !last.headersSent) last.setHeader('connection', 'close')
  else if (last) last.once('close', () => socket.destroySoon())
  else socket.destroySoon()
}

type Parsed = Socket & { parser?: { onIncoming: (request: { upgrade: boolean }) => number } }

/**
 * What was read at once may hold thousands of requests, and Node has nothing to stop its parser half way but the end of
 * HTTP: 2 says that what follows is another protocol. With `upgrade` unset nobody takes it up.
 */
function skipRest(request: { upgrade: boolean }) {
  request.upgrade = false
  return 2
}

/** Closes a connection after what has been written to it; what the client still sends for a moment is discarded. */
export function closeGently(socket: Socket) {
  socket.removeAllListeners('data').on('data', () => undefined)
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
