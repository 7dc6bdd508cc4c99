// The clients of bench/live.ts in a process of their own, so that reading does not wait for measuring nor the other way round.
// They read as little as can be: a line that was seen before is not parsed again.
import { connect } from 'node:net'
import { machineMs } from './part.ts'

export type Seat = { path: string; token: string }
export type Asked = { open: Seat[]; port: number } | 'count' | 'receipts'
/** One entry of each list for every comment that a stream was told of; times by `machineMs`. */
export type Receipts = { seats: number[]; ticketIds: string[]; at: number[]; ended: number }

const OPENED_AT_ONCE = 32

const receipts: Receipts = { seats: [], ticketIds: [], at: [], ended: 0 }
const known = new Map<string, string | undefined>()

process.on('message', (asked: Asked) => {
  if (asked === 'count') process.send?.(receipts.at.length)
  else if (asked === 'receipts') process.send?.(receipts)
  else void openAll(asked.port, asked.open).then((refused) => process.send?.(refused))
})

/** How many were refused. */
async function openAll(port: number, seats: Seat[]): Promise<number> {
  let refused = 0
  const left = seats.entries()
  const one = async () => {
    for (const [place, seat] of left) if (!(await openOne(port, seat, place))) refused++
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, one))
  return refused
}

/** Resolves at the first bytes of the answer, or without one. */
function openOne(port: number, { path, token }: Seat, seat: number): Promise<boolean> {
  return new Promise((resolve) => {
    const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, `Authorization: Bearer ${token}`]
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    let rest = ''
    socket.setEncoding('latin1').once('data', (text: unknown) => resolve(String(text).startsWith('HTTP/1.1 200')))
    socket.on('data', (text: unknown) => {
      const at = machineMs()
      const lines = `${rest}${String(text)}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line, seat, at)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      receipts.ended++
      resolve(false)
    })
  })
}

function take(line: string, seat: number, at: number) {
  if (!line.startsWith('data: ')) return
  if (!known.has(line)) known.set(line, commentedIn(line))
  const ticketId = known.get(line)
  if (ticketId === undefined) return
  receipts.seats.push(seat)
  receipts.ticketIds.push(ticketId)
  receipts.at.push(at)
}

function commentedIn(line: string): string | undefined {
  const { about, ticketId } = JSON.parse(line.slice('data: '.length)) as { about: string; ticketId?: string }
  return about === 'comment' ? ticketId : undefined
}
