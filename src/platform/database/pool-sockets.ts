import type { Socket } from 'node:net'
import type pg from 'pg'

/** The TCP or Unix sockets of a pool's connections. */
export function poolSockets(pool: pg.Pool) {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  const sockets = () => [...clients].map((client) => (client as unknown as pg.Client).connection.stream as Socket)
  return {
    bytesRead: () => sockets().reduce((sum, socket) => sum + socket.bytesRead, 0),
    /** Queries in progress fail; the pool opens new connections. */
    destroyAll: () => {
      for (const socket of sockets()) socket.destroy()
    },
  }
}
