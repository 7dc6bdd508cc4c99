import { once } from 'node:events'
import { createServer } from 'node:http'
import { StartError } from '#platform/database/start-error.ts'
import type { Settings } from '../server/settings.ts'
import type { ReadMetrics } from './metrics.ts'

/** Serves only `/metrics`, on a separate port. Throws StartError if the port cannot be used. */
export async function serveMetrics(
  read: ReadMetrics,
  { METRICS_PORT, METRICS_HOST }: Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, reply) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void reply.writeHead(404).end()
    read().then(
      ({ contentType, text }) => reply.writeHead(200, { 'content-type': contentType }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  server.listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`METRICS_PORT ${METRICS_PORT} på ${METRICS_HOST} går inte att använda (${code}).`)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
