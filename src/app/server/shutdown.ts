// Graceful shutdown: the process reports not ready, stops accepting connections, answers open requests, then closes everything.
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#platform/http/app.ts'

const DRAIN_SECONDS = 10
/**
 * Closing the listener resets the connections in its accept queue, so it waits for this many ticks without a new
 * connection.
 */
const ACCEPT = { idleTicks: 5, tickMs: 50, maxMs: 2000 }

/** Adds `connection: close` to every response while the server is stopping. */
export function closeConnectionsOnShutdown(app: App) {
  const lifecycle = { isStopping: false, accepted: 0, connections: new Set<Socket>() }
  app.decorate('lifecycle', lifecycle)
  app.server.on('connection', (socket) => {
    lifecycle.accepted++
    lifecycle.connections.add(socket)
    socket.once('close', () => lifecycle.connections.delete(socket))
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (lifecycle.isStopping) reply.header('connection', 'close')
    next(null, payload)
  })
}

/** Answers open requests and the connections in the accept queue. Idle connections are closed. */
export async function drain(app: App) {
  app.lifecycle.isStopping = true
  await acceptQueued(app)
  const closing = setInterval(() => closeIdle(app), ACCEPT.tickMs)
  await app.close().finally(() => clearInterval(closing))
}

/** On SIGTERM or SIGINT calls `close` and exits with 0, after DRAIN_SECONDS at the latest. */
export function stopOnSignal(close: () => Promise<void>) {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), DRAIN_SECONDS * 1000).unref()
    void close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Counts ticks instead of time: between two ticks the event loop has accepted the whole queue, however delayed it was.
 */
async function acceptQueued({ lifecycle }: App) {
  const deadline = performance.now() + ACCEPT.maxMs
  let idle = 0
  for (let tick = 0; idle < ACCEPT.idleTicks; tick++) {
    if (tick >= ACCEPT.idleTicks && performance.now() > deadline) return
    const before = lifecycle.accepted
    await wait(ACCEPT.tickMs)
    idle = lifecycle.accepted === before ? idle + 1 : 0
  }
}

/** Browsers leave connections open for minutes after a response, and open some that they never use. */
function closeIdle({ server, lifecycle }: App) {
  server.closeIdleConnections()
  for (const socket of lifecycle.connections) if (socket.bytesRead === 0) socket.destroySoon()
}
