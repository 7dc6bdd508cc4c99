// A server that speaks clamd's protocol over TCP, for tests of its responses; clamd.system.test.ts tests clamd itself.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** The beginning of the EICAR test file. */
const EICAR_START = 'X5O!P%@AP[4'
const GZIP = Buffer.from([0x1f, 0x8b])

/** Responds as a scanner with limits does: packed content exceeds them. */
export const judge = (content: Buffer): string => {
  if (content.includes(EICAR_START)) return 'stream: Eicar-Test-Signature FOUND'
  if (content.subarray(0, 2).equals(GZIP)) return 'stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND'
  return 'stream: OK'
}

/** `answer` may be replaced; `stop` and `start` keep the address. */
export async function aScannerServer() {
  const scanner = { answer: judge, scanned: [] as Buffer[] }
  let server: Server = await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(at: number): Promise<Server> {
    const made = createServer((socket) => void converse(socket).catch(() => socket.destroy()))
    made.listen(at, '127.0.0.1')
    await once(made, 'listening')
    return made
  }
  async function converse(socket: Socket) {
    const bytes = reader(socket)
    const command = (await bytes('zVERSION\0'.length)).toString('latin1')
    if (command === 'zVERSION\0') return socket.end('ClamAV 1.4.6/27800/Tue Nov 24 09:00:00 2026\0')
    await bytes(1) // the end of 'zINSTREAM'
    const parts: Buffer[] = []
    for (;;) {
      const length = (await bytes(4)).readUInt32BE()
      if (length === 0) break
      parts.push(await bytes(length))
    }
    const content = Buffer.concat(parts)
    scanner.scanned.push(content)
    return socket.end(`${scanner.answer(content)}\0`)
  }
  return Object.assign(scanner, {
    url: `tcp://127.0.0.1:${port}`,
    stop: async () => {
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
    start: async () => {
      if (!server.listening) server = await listen(port)
    },
  })
}
export type ScannerServer = Awaited<ReturnType<typeof aScannerServer>>

/** Reads exactly that many bytes. */
function reader(socket: Socket) {
  const incoming = socket[Symbol.asyncIterator]()
  let pending: Buffer[] = []
  return async (count: number): Promise<Buffer> => {
    let length = pending.reduce((sum, part) => sum + part.length, 0)
    while (length < count) {
      const next = await incoming.next()
      if (next.done) throw new Error('The connection ended')
      pending.push(next.value)
      length += next.value.length
    }
    const all = Buffer.concat(pending)
    pending = [all.subarray(count)]
    return all.subarray(0, count)
  }
}
