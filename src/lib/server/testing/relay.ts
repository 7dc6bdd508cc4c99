import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** Passes bytes on both ways until it is muted; then it takes them, keeps the connections, and says nothing. */
export async function startRelay(target: NetConnectOpts) {
  let isMute = false
  let swallowed = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (isMute) swallowed += bytes.length
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
    /** Bytes that it took and kept to itself. */
    swallowed: () => swallowed,
    mute: (mute: boolean) => {
      isMute = mute
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
