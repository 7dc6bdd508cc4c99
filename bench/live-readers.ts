// The clients of bench/live.ts, in a separate process so that reading and measuring do not delay each other. Parsed lines are
// cached to keep their CPU time low.
import { connect } from 'node:net'
import { machineMs } from './part.ts'

export type Subscription = { path: string; token: string }
export type Command = { open: Subscription[]; port: number } | 'count' | 'receipts'
/** The lists have one entry each for every comment event a stream received; times by `machineMs`. */
export type Receipts = { streams: number[]; ticketIds: string[]; at: number[]; ended: number }

const CONCURRENCY = 32

const receipts: Receipts = { streams: [], ticketIds: [], at: [], ended: 0 }
const parsed = new Map<string, string | undefined>()

process.on('message', (command: Command) => {
  if (command === 'count') process.send?.(receipts.at.length)
  else if (command === 'receipts') process.send?.(receipts)
  else void openAll(command.port, command.open).then((refused) => process.send?.(refused))
})

/** Opens all streams; resolves with how many were refused. */
async function openAll(port: number, subscriptions: Subscription[]): Promise<number> {
  let refused = 0
  const queue = subscriptions.entries()
  const one = async () => {
    for (const [index, subscription] of queue) if (!(await openOne(port, subscription, index))) refused++
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, one))
  return refused
}

/** Resolves with whether the server answered 200, at the first bytes of the response. */
function openOne(port: number, { path, token }: Subscription, stream: number): Promise<boolean> {
  return new Promise((resolve) => {
    const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, `Authorization: Bearer ${token}`]
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    let rest = ''
    socket.setEncoding('latin1').once('data', (text: unknown) => resolve(String(text).startsWith('HTTP/1.1 200')))
    socket.on('data', (text: unknown) => {
      const at = machineMs()
      const lines = `${rest}${String(text)}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) record(line, stream, at)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      receipts.ended++
      resolve(false)
    })
  })
}

function record(line: string, stream: number, at: number) {
  if (!line.startsWith('data: ')) return
  if (!parsed.has(line)) parsed.set(line, commentedTicket(line))
  const ticketId = parsed.get(line)
  if (ticketId === undefined) return
  receipts.streams.push(stream)
  receipts.ticketIds.push(ticketId)
  receipts.at.push(at)
}

function commentedTicket(line: string): string | undefined {
  const { about, ticketId } = JSON.parse(line.slice('data: '.length)) as { about: string; ticketId?: string }
  return about === 'comment' ? ticketId : undefined
}
