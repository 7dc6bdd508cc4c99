// Latency of comment events to live streams, whether every permitted stream receives each event once, and the memory per
// stream. Product, database and clients share the machine's CPU.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { STREAMS_OF_A_LOGIN } from '#live/server/broker.ts'
import { addLogin } from '../tools/support/logins.ts'
import { measureMemory, probed } from '../tools/support/memory.ts'
import type { Command, Receipts, Subscription } from './live-readers.ts'
import { openLoop, percentiles } from './open-loop.ts'
import { machineMs, type Part, stopProcess } from './part.ts'
import { isGood, send } from './send.ts'
import { openStage, type Stage } from './stage.ts'

/** The p99 latency in ms that is promised for this many streams, and the aim. */
const BUDGET = { streams: 1000, p99: 250, aim: 60 }
const STREAMS = (process.env.LIVE_STREAMS ?? '1000,5000').split(',').map(Number)
const PER_SECOND = 10
const SECONDS = 20
const LOGINS = { atLeast: 40, streamsOfEach: STREAMS_OF_A_LOGIN }
/** Every fourth comment is internal, which customers must not receive. */
const INTERNAL = 4
const WARM_UP = { streams: 50, comments: 20, load: { rate: 100, seconds: 15, clients: 16 } }
const QUIET_MS = 3000

type Stream = Subscription & { customerId: string | undefined }
type Memory = Awaited<ReturnType<typeof measureMemory>>
type Ticket = { id: string; customerId: string }
type Comment = { index: number; ticket: Ticket; isInternal: boolean; sentAt: number; answeredAt: number }

export const live: Part = {
  name: 'live',
  title: `${PER_SECOND} comments a second for ${SECONDS} s, sent to live streams; clients on the same machine`,
  missing: () => undefined,
  run: async () => {
    for (const count of STREAMS) {
      const stage = await openStage('hundredth', { environment: probed })
      try {
        await measure(stage, count)
      } finally {
        await stage.stop()
      }
    }
  },
}

async function measure(stage: Stage, count: number) {
  const streams = await makeStreams(stage, count)
  const tickets = await findTickets(stage, WARM_UP.comments + PER_SECOND * SECONDS)
  await warmUp(stage, streams.slice(0, WARM_UP.streams), tickets.splice(0, WARM_UP.comments))
  const without = await measureMemory(stage.product)
  await withReaders(stage, streams, async (readers) => {
    const logins = new Set(streams.map(({ token }) => token)).size
    console.log(`\n${count} streams of ${logins} logins, half of staff, half of customers`)
    await wait(QUIET_MS) // a stream's session is checked again shortly after it opened
    const comments = await commentOn(stage, tickets)
    const receipts = await readers.receipts()
    const including = await measureMemory(stage.product)
    report(streams, comments, receipts)
    reportMemory(count, without, including)
  })
}

/** Lets the heap grow to its working size, which must not be counted as memory of the streams. */
async function warmUp(stage: Stage, streams: Stream[], tickets: Ticket[]) {
  await withReaders(stage, streams, async () => {
    await commentOn(stage, tickets)
  })
  const headers = { authorization: `Bearer ${await stage.token()}` }
  await openLoop(stage.product.port, { method: 'GET', path: '/api/tickets', headers }, WARM_UP.load)
}

/** Alternately of staff and of customers; logins belong to different customers while there are enough. */
async function makeStreams(stage: Stage, count: number): Promise<Stream[]> {
  const { orgId } = stage.viewer
  const { rows: customers } = await stage.query<{ id: string }>(
    'select id from customers where org_id = $1 and archived_at is null order by id',
    [orgId],
  )
  const howMany = 2 * Math.max(LOGINS.atLeast, Math.ceil(count / 2 / LOGINS.streamsOfEach))
  const logins: Stream[] = []
  for (let n = 0; n < howMany; n++) {
    const customerId = n % 2 === 0 ? undefined : customers[(n >> 1) % customers.length]?.id
    const email = `live${n}@matning.example`
    const token = await stage.openSession({
      userId: await addLogin(stage, { email, orgId, customerId }),
      email,
    })
    logins.push({ path: customerId ? '/api/portal/live' : '/api/live', token: await token(), customerId })
  }
  return Array.from({ length: count }, (_, index) => logins[index % howMany] as Stream)
}

/** One ticket per comment, as an event names only its ticket. */
async function findTickets(stage: Stage, count: number): Promise<Ticket[]> {
  const { rows } = await stage.query<Ticket>(
    `select t.id, t.customer_id as "customerId" from tickets t join customers c on c.org_id = t.org_id and c.id = t.customer_id
     where t.org_id = $1 and c.archived_at is null order by t.id limit $2`,
    [stage.viewer.orgId, count],
  )
  if (rows.length < count) throw new Error(`The demo has only ${rows.length} tickets to comment on`)
  return rows
}

type Readers = { receipts(): Promise<Receipts> }

async function withReaders(stage: Stage, streams: Stream[], work: (readers: Readers) => Promise<void>) {
  const child = fork(join(import.meta.dirname, 'live-readers.ts'), { serialization: 'advanced' })
  const request = async <Reply>(command: Command): Promise<Reply> => {
    child.send(command)
    const exited = once(child, 'exit').then(() => Promise.reject(new Error('The clients exited')))
    const [reply] = (await Promise.race([once(child, 'message'), exited])) as [Reply]
    return reply
  }
  const receipts = async () => {
    let before = -1
    for (let count = await request<number>('count'); count > before; count = await request<number>('count')) {
      before = count
      await wait(QUIET_MS)
    }
    return request<Receipts>('receipts')
  }
  try {
    const open = streams.map(({ path, token }): Subscription => ({ path, token }))
    const refused = await request<number>({ open, port: stage.product.port })
    if (refused > 0) throw new Error(`${refused} of ${streams.length} streams were refused`)
    await work({ receipts })
  } finally {
    await stopProcess(child)
    await wait(QUIET_MS) // until the server has closed the streams
  }
}

/** Sends comments at a steady rate, without waiting for responses. */
async function commentOn(stage: Stage, tickets: Ticket[]): Promise<Comment[]> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${await stage.token()}`, 'content-type': 'application/json' }
  const one = async (ticket: Ticket, index: number): Promise<Comment> => {
    await wait((index * 1000) / PER_SECOND)
    const isInternal = index % INTERNAL === 0
    const body = JSON.stringify({ comment: `Rad ${index}`, isInternal })
    const path = `/api/tickets/${ticket.id}/comments`
    const sentAt = machineMs()
    const answer = await send(agent, stage.product.port, { method: 'POST', path, headers, body })
    const answeredAt = machineMs()
    if (!isGood(answer)) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`)
    return { index, ticket, isInternal, sentAt, answeredAt }
  }
  try {
    return await Promise.all(tickets.map(one))
  } finally {
    agent.destroy()
  }
}

const isVisibleTo = ({ customerId }: Stream, { ticket, isInternal }: Comment) =>
  customerId === undefined || (customerId === ticket.customerId && !isInternal)

function report(streams: Stream[], comments: Comment[], { streams: receivers, ticketIds, at, ended }: Receipts) {
  const commentOf = new Map(comments.map((comment) => [comment.ticket.id, comment]))
  const expected = comments.reduce(
    (sum, comment) => sum + streams.filter((stream) => isVisibleTo(stream, comment)).length,
    0,
  )
  const received = new Set<number>()
  const delays: { sent: number[]; answered: number[] } = { sent: [], answered: [] }
  let wrong = 0
  for (const [nth, receiver] of receivers.entries()) {
    const comment = commentOf.get(ticketIds[nth] ?? '')
    const key = receiver * comments.length + (comment?.index ?? 0)
    if (!comment || !isVisibleTo(streams[receiver] as Stream, comment) || received.has(key)) {
      wrong++
      continue
    }
    received.add(key)
    delays.sent.push((at[nth] ?? Number.NaN) - comment.sentAt)
    delays.answered.push((at[nth] ?? Number.NaN) - comment.answeredAt)
  }
  const lost = expected - received.size
  console.log(
    `  ${comments.length} comments: ${expected} events expected, ${lost} lost; ${wrong} duplicate or not permitted, ${ended} streams ended`,
  )
  console.log(
    `  commit → client, from just before the comment was sent until each stream received it, in ms: ${format(delays.sent)}`,
  )
  console.log(`  from its response at the sender (negative: the stream was first), in ms: ${format(delays.answered)}`)
  const isComplete = lost === 0 && wrong === 0 && ended === 0
  if (!isWithinBudget(streams.length, percentiles(delays.sent).p99) || !isComplete) process.exitCode = 1
}

function isWithinBudget(count: number, p99: number): boolean {
  if (count > BUDGET.streams) {
    console.log(`  more than the ${BUDGET.streams} streams that the budget applies to`)
    return true
  }
  const isMet = p99 <= BUDGET.p99
  const aim = p99 <= BUDGET.aim ? 'met too' : 'not met'
  console.log(`  budget, p99 at most ${BUDGET.p99} ms: ${isMet ? 'met' : 'NOT MET'}; aim ${BUDGET.aim} ms: ${aim}`)
  return isMet
}

/** With few streams the heap is the better measure: resident memory includes free pages from before. */
function reportMemory(count: number, without: Memory, including: Memory) {
  const each = (of: keyof Memory) => ((including[of] - without[of]) / count / 1024).toFixed(1)
  console.log(
    `  memory of a stream after a collection: ${each('bytes')} KiB resident (${mib(without.bytes)} MiB without, ` +
      `${mib(including.bytes)} with all), ${each('heap')} KiB of heap`,
  )
}

const ms = (value: number) => value.toFixed(0)
const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
function format(delays: number[]) {
  const { p50, p99, max } = percentiles(delays)
  return `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`
}
