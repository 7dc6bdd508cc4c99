import type { Socket } from 'node:net'
import type pg from 'pg'

/** The sockets below a pool's connections. */
export function poolSockets(pool: pg.Pool) {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  const sockets = () => [...clients].map((client) => (client as unknown as pg.Client).connection.stream as Socket)
  return {
    bytesHeard: () => sockets().reduce((sum, socket) => sum + socket.bytesRead, 0),
    /** Whatever is asked over them fails now; the pool makes new ones. */
    cut: () => {
      for (const socket of sockets()) socket.destroy()
    },
  }
}
