import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy; when muted it keeps the connections open and discards what it receives. */
export async function startRelay(target: NetConnectOpts) {
  let isMuted = false
  let discardedBytes = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (isMuted) discardedBytes += bytes.length
        else to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    discardedBytes: () => discardedBytes,
    mute: (mute: boolean) => {
      isMuted = mute
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
