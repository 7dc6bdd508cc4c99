import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from './memory.ts'
import type { Product } from './product.ts'

export type Pipelined = { grownMb: number | undefined; answeredInMs: number }

const EVERY_MS = 50

/** Connections that pipeline `requests` requests each and read no response. Measures memory, and the latency of other requests. */
export async function pipelined(
  product: Product,
  connections: number,
  requests: number,
  seconds: number,
): Promise<Pipelined> {
  const before = residentMb(product)
  const load = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests)
  const sockets = Array.from({ length: connections }, () =>
    connect(product.port, '127.0.0.1')
      .on('error', () => undefined)
      .pause(),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(load)
  const startedAt = performance.now()
  let [peak, slowest] = [before ?? 0, 0]
  while (performance.now() - startedAt < seconds * 1000) {
    const sentAt = performance.now()
    const answer = await fetch(`${product.url}/healthz`)
    if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`)
    slowest = Math.max(slowest, performance.now() - sentAt)
    peak = Math.max(peak, residentMb(product) ?? 0)
    await wait(EVERY_MS)
  }
  for (const socket of sockets) socket.destroy()
  return { grownMb: before === undefined ? undefined : Math.round(peak - before), answeredInMs: Math.round(slowest) }
}
