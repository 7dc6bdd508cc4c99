// How a process ends: no longer ready, no new connections, what is under way is answered, then everything is closed.
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#lib/server/app.ts'

const DRAIN_SECONDS = 10
/** Closing the listener resets the connections in its accept queue: it stays until so many ticks passed without a new one. */
const ACCEPT = { quietTicks: 5, tickMs: 50, mostMs: 2000 }

/** Lets every answer of a server that is being stopped say that its connection ends. */
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

/** Answers what is under way and what waits to be accepted. Connections that wait for nothing are closed. */
export async function drain(app: App) {
  app.lifecycle.isStopping = true
  await acceptWaiting(app)
  const closing = setInterval(() => closeUnused(app), ACCEPT.tickMs)
  await app.close().finally(() => clearInterval(closing))
}

/** Calls `close` at SIGTERM or SIGINT and ends the process with 0; a drain that takes too long is cut. */
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

/** Ticks, not time: between two of them the event loop has accepted what there was, however late it came to it. */
async function acceptWaiting({ lifecycle }: App) {
  const deadline = performance.now() + ACCEPT.mostMs
  let quiet = 0
  for (let tick = 0; quiet < ACCEPT.quietTicks; tick++) {
    if (tick >= ACCEPT.quietTicks && performance.now() > deadline) return
    const before = lifecycle.accepted
    await wait(ACCEPT.tickMs)
    quiet = lifecycle.accepted === before ? quiet + 1 : 0
  }
}

/** A browser keeps its connection for minutes after an answer, or opens one that it may never use. */
function closeUnused({ server, lifecycle }: App) {
  server.closeIdleConnections()
  for (const socket of lifecycle.connections) if (socket.bytesRead === 0) socket.destroySoon()
}
