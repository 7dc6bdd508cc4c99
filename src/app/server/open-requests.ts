// The unanswered requests of a connection. Browsers and proxies do not pipeline, so a few are enough; a client that
// pipelines more is disconnected.
import { createServer, IncomingMessage, type RequestListener, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#platform/http/app.ts'

const OPEN_REQUESTS_MAX = 8
/** How long the rest of a request that was answered early may take to arrive, and a last response to be read. */
const LINGER_MS = 2000

const open = new WeakMap<Socket, Set<ServerResponse>>()

/** The pending responses of a connection, in order. */
export const unansweredOn = (socket: Socket): readonly ServerResponse[] => [...(open.get(socket) ?? [])]

/** An HTTP server that passes at most OPEN_REQUESTS_MAX requests of a connection to `handle`. */
export function createLimitedServer(options: ServerOptions, handle: RequestListener) {
  const server = createServer(options, (request, response) => {
    const { socket } = request
    // Node parses all it has read, even if the connection has been closed meanwhile.
    if (socket.destroyed) return
    const responses = open.get(socket) ?? new Set()
    open.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
    if (responses.size <= OPEN_REQUESTS_MAX) return handle(request, response)
    socket.destroy()
    readInNextTurn(connections)
  })
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // Node itself would refuse an unknown `Expect` header, without our headers and error body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/**
 * Node holds the requests of a closed connection until the current event-loop iteration ends: 2 MB for one that sends
 * 64 kB of them. So the other connections are read in the next iteration.
 */
function readInNextTurn(connections: Set<Socket>) {
  const paused = [...connections].filter((socket) => !socket.isPaused())
  for (const socket of paused) socket.pause()
  setImmediate(() => {
    for (const socket of paused) socket.resume()
  })
}

/**
 * Discards the rest of a request that was answered before it had arrived. Closing the connection instead would reset
 * it, and the client, or a proxy in front of it, would lose the part of the response that it has not read yet.
 */
export function discardRestOfRequests(app: App) {
  app.addHook('onSend', ({ raw }, reply, payload, next) => {
    if (isIncomplete(raw)) reply.removeHeader('connection')
    next(null, payload)
  })
  app.addHook('onResponse', ({ raw }, _reply, next) => {
    if (isIncomplete(raw)) {
      // Its reader has stopped, but while a 'readable' listener remains nothing flows. Without any listener,
      // removeAllListeners would stop the flow.
      if (raw.listenerCount('readable') > 0) raw.removeAllListeners('readable')
      raw.resume()
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS).unref()
      raw.once('end', () => clearTimeout(timer))
    }
    next()
  })
}

/** Only for requests over a connection, not injected ones. */
const isIncomplete = (request: IncomingMessage) => request instanceof IncomingMessage && !request.complete

/** Closes a connection once its pending responses are sent. */
export function closeAfterResponses(socket: Socket) {
  socket.pause()
  const last = unansweredOn(socket).at(-1)
  if (last && !last.headersSent) last.setHeader('connection', 'close')
  if (last) last.once('close', () => endGently(socket))
  else endGently(socket)
}

/** Sends `bytes` and closes the connection when the client does, after LINGER_MS at the latest. */
export function endGently(socket: Socket, bytes = '') {
  socket.end(bytes)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
