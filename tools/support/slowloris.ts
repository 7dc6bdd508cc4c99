import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Slow = {
  opened: number /** Seconds until the last of them was closed by the server. */
  closedAfter: number
  stillOpen: number
  answeredInMs: number
}

/** Connections that send a letter of a header a second. Others must be answered meanwhile, and the server must close them. */
export async function slowloris(port: number, howMany: number, seconds: number): Promise<Slow> {
  const began = performance.now()
  let closedAt = began
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
  while (open.size > 0 && performance.now() - began < seconds * 1000) {
    const asked = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`)
    slowest = Math.max(slowest, performance.now() - asked)
    for (const socket of open) socket.write('b')
    await wait(1000)
  }
  const stillOpen = open.size
  for (const socket of open) socket.destroy()
  return {
    opened: howMany,
    closedAfter: Math.round((closedAt - began) / 1000),
    stillOpen,
    answeredInMs: Math.round(slowest),
  }
}
