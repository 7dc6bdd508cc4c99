import type { Socket } from 'node:net'
import pg from 'pg'

/** The sockets below a pool's connections. */
export function wiresOf(pool: pg.Pool) {
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

/**
 * Gives errors of lost connections a code of their own, which graphile-worker tries again on. Without it, what it says of
 * a job's end is lost with the connection, as an unhandled rejection that ends the process.
 */
export function tellLosses(pool: pg.Pool) {
  const told = new WeakSet<pg.PoolClient>()
  const connect = pool.connect.bind(pool) as typeof pool.connect
  const connectTold = async () => {
    const client = await connect().catch(throwTold)
    if (!told.has(client)) {
      told.add(client)
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const queryTold = (...args: unknown[]) => {
        const result = query(...args)
        return result instanceof Promise ? result.catch(throwTold) : result
      }
      client.query = queryTold as typeof client.query
    }
    return client
  }
  type Callback = Parameters<typeof connect>[0]
  pool.connect = ((callback?: Callback) => (callback ? connect(callback) : connectTold())) as typeof pool.connect
}

/** Of what the server itself says only its leave-taking is a loss. */
function throwTold(error: Error & { code?: string }): never {
  const isLoss = !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')
  throw isLoss ? Object.assign(error, { code: 'ETIMEDOUT' }) : error
}
