import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Slow = {
  opened: number
  /** Seconds until the server had closed the last of them. */
  closedAfter: number
  stillOpen: number
  answeredInMs: number
}

/**
 * Connections that send one byte of a header per second. Measures when the server closes them, and the latency of other
 * requests. Throws if another request fails.
 */
export async function slowloris(port: number, howMany: number, seconds: number): Promise<Slow> {
  const startedAt = performance.now()
  let closedAt = startedAt
  const open = new Set<Socket>()
  for (let count = 0; count < howMany; count++) {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: '))
    open.add(socket)
    socket.resume().on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      closedAt = performance.now()
    })
  }
  let slowest = 0
  while (open.size > 0 && performance.now() - startedAt < seconds * 1000) {
    const sentAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`)
    slowest = Math.max(slowest, performance.now() - sentAt)
    for (const socket of open) socket.write('b')
    await wait(1000)
  }
  const stillOpen = open.size
  for (const socket of open) socket.destroy()
  return {
    opened: howMany,
    closedAfter: Math.round((closedAt - startedAt) / 1000),
    stillOpen,
    answeredInMs: Math.round(slowest),
  }
}
