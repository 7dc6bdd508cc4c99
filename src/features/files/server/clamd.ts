// The virus scanner ClamAV by its own protocol, over TCP or a Unix socket (clamd(8), INSTREAM).
import { connect, type Socket } from 'node:net'
import { FINDING_MAX } from '../files.contract.ts'

/** The scanner's verdict on a file. 'unchecked': the file exceeds the scanner's limits. */
export type Verdict =
  | { state: 'ready'; finding: null }
  | { state: 'unchecked'; finding: null }
  | { state: 'infected'; finding: string }

/** The scanner cannot be reached, times out or reports an error. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

export type Scanner = {
  /** Throws ScannerUnavailable. */
  scan(content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Verdict>
  /** The scanner's version text: program and signatures. Throws ScannerUnavailable. */
  version(): Promise<string>
}

const DEFAULT_PORT = 3310
const REPLY_MAX = 4096
const CLEAN: Verdict = { state: 'ready', finding: null }
const UNCHECKED: Verdict = { state: 'unchecked', finding: null }

/** The scanner at `tcp://host:port` or `unix:///path`; each answer takes at most `limitMs`. */
export const openClamd = (url: string, limitMs: number): Scanner => ({
  scan: async (content) => verdictOf(await converse(url, limitMs, (socket) => sendContent(socket, content))),
  version: () => converse(url, limitMs, async (socket) => void socket.write('zVERSION\0')),
})

/** The verdict in a response to INSTREAM. Throws ScannerUnavailable for a response without one. */
function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return CLEAN
  if (answer.startsWith('INSTREAM size limit exceeded')) return UNCHECKED
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (found === undefined) throw new ScannerUnavailable('the scanner did not answer about the file')
  // The setting AlertExceedsMax reports exceeded limits like a virus.
  if (found.startsWith('Heuristics.Limits.Exceeded')) return UNCHECKED
  return { state: 'infected', finding: found.slice(0, FINDING_MAX) }
}

async function sendContent(socket: Socket, content: AsyncIterable<Buffer> | Iterable<Buffer>) {
  socket.write('zINSTREAM\0')
  for await (const part of content) {
    if (part.length === 0) continue
    if (!socket.writable) return
    socket.write(lengthOf(part))
    if (!socket.write(part)) await taken(socket)
  }
  if (socket.writable) socket.write(Buffer.alloc(4))
}

/** Waits until the socket accepts more data, or is closed. */
const taken = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.once('drain', done).once('close', done)
  })

function lengthOf(part: Buffer) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return length
}

/** The response to what `send` sends, without its terminator, even if it comes before everything is sent. */
async function converse(url: string, limitMs: number, send: (socket: Socket) => Promise<void>): Promise<string> {
  const socket = connect(addressOf(url))
  let answer = ''
  let reason = 'closed the connection'
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    answer += part
    if (answer.length > REPLY_MAX) socket.destroy()
  })
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    reason = code ?? reason
  })
  const timer = setTimeout(() => socket.destroy(new Error('timeout')), limitMs)
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  try {
    await Promise.all([send(socket), closed])
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
  const end = answer.indexOf('\0')
  if (end < 0) throw new ScannerUnavailable(`the scanner ${reason}`)
  return answer.slice(0, end)
}

function addressOf(url: string) {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : DEFAULT_PORT }
}
