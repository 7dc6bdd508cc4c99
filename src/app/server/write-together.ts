// Responses that are ready in the same turn of the event loop are written one after another at its end (decision 075): a
// client on the same machine, such as a proxy, is then woken once, not by each of them.
import { Socket } from 'node:net'
import type { App } from '#lib/server/app.ts'

/** A connection may be in it twice. */
let due: Socket[] = []

/** Node corks a connection while it puts a response together; what it uncorks is written at the end of the turn. */
export function writeTogether({ server }: Pick<App, 'server'>) {
  server.on('connection', (socket) => {
    socket.uncork = () => {
      if (due.length === 0) setImmediate(writeDue)
      if (due.at(-1) !== socket) due.push(socket)
    }
  })
  // Node takes a connection for idle once its response has ended, written or not.
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    writeDue()
    closeIdleConnections()
  }
}

function writeDue() {
  const sockets = due
  due = []
  for (const socket of sockets) uncork(socket)
}

/** Several corks of one turn end together. */
function uncork(socket: Socket) {
  while (socket.writableCorked > 0) Socket.prototype.uncork.call(socket)
}
