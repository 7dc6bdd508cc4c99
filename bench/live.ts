// How soon each live stream that may know of a comment is told of it, whether all of them are, and what a stream costs in
// memory. Product, database and all the clients share the machine: what the clients take, the product has not.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { STREAMS_OF_A_LOGIN } from '#live/server/broker.ts'
import { addLogin } from '../tools/support/logins.ts'
import { measureMemory, probed } from '../tools/support/memory.ts'
import type { Asked, Receipts, Seat } from './live-readers.ts'
import { openLoop, percentiles } from './open-loop.ts'
import { machineMs, type Part, stopped } from './part.ts'
import { isGood, send } from './send.ts'
import { openStage, type Stage } from './stage.ts'

/** Design §9: for so many streams, 99 of 100 told in this time. */
const BUDGET = { streams: 1000, p99: 250, aim: 60 }
const STREAMS = (process.env.LIVE_STREAMS ?? '1000,5000').split(',').map(Number)
const PER_SECOND = 10
const SECONDS = 20
const LOGINS = { atLeast: 40, streamsOfEach: STREAMS_OF_A_LOGIN }
/** Every fourth comment is internal: no customer may know of it. */
const INTERNAL = 4
const WARM_UP = { streams: 50, comments: 20, load: { rate: 100, seconds: 15, clients: 16 } }
const QUIET_MS = 3000

type Stream = Seat & { customerId: string | undefined }
type Held = Awaited<ReturnType<typeof measureMemory>>
type Ticket = { id: string; customerId: string }
type Comment = { place: number; ticket: Ticket; isInternal: boolean; sentAt: number; answeredAt: number }

export const live: Part = {
  name: 'live',
  title: `${PER_SECOND} comments a second for ${SECONDS} s, told to live streams; the clients on the same machine`,
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
    await wait(QUIET_MS) // each is judged once more behind the door
    const comments = await commentOn(stage, tickets)
    const receipts = await readers.receipts()
    const including = await measureMemory(stage.product)
    judge(streams, comments, receipts)
    tellMemory(count, without, including)
  })
}

/** Until the process has grown to what it needs for its work: the streams are not charged for that. */
async function warmUp(stage: Stage, streams: Stream[], tickets: Ticket[]) {
  await withReaders(stage, streams, async () => {
    await commentOn(stage, tickets)
  })
  const headers = { authorization: `Bearer ${await stage.token()}` }
  await openLoop(stage.product.port, { method: 'GET', path: '/api/tickets', headers }, WARM_UP.load)
}

/** By turns of staff and of customers, each customer with a login of its own as far as there are customers. */
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
  return Array.from({ length: count }, (_, place) => logins[place % howMany] as Stream)
}

/** One for each comment: an event names its ticket alone. */
async function findTickets(stage: Stage, count: number): Promise<Ticket[]> {
  const { rows } = await stage.query<Ticket>(
    `select t.id, t.customer_id as "customerId" from tickets t join customers c on c.org_id = t.org_id and c.id = t.customer_id
     where t.org_id = $1 and c.archived_at is null order by t.id limit $2`,
    [stage.viewer.orgId, count],
  )
  if (rows.length < count) throw new Error(`There are only ${rows.length} tickets to comment`)
  return rows
}

type Readers = { receipts(): Promise<Receipts> }

async function withReaders(stage: Stage, streams: Stream[], work: (readers: Readers) => Promise<void>) {
  const child = fork(join(import.meta.dirname, 'live-readers.ts'), { serialization: 'advanced' })
  const ask = async <Answer>(asked: Asked): Promise<Answer> => {
    child.send(asked)
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The clients ended')))
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer]
    return answer
  }
  const receipts = async () => {
    let before = -1
    for (let heard = await ask<number>('count'); heard > before; heard = await ask<number>('count')) {
      before = heard
      await wait(QUIET_MS)
    }
    return ask<Receipts>('receipts')
  }
  try {
    const open = streams.map(({ path, token }): Seat => ({ path, token }))
    const refused = await ask<number>({ open, port: stage.product.port })
    if (refused > 0) throw new Error(`${refused} of ${streams.length} streams were refused`)
    await work({ receipts })
  } finally {
    await stopped(child)
    await wait(QUIET_MS) // until the server has noticed
  }
}

/** Steadily, whether the last one is answered or not. */
async function commentOn(stage: Stage, tickets: Ticket[]): Promise<Comment[]> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${await stage.token()}`, 'content-type': 'application/json' }
  const one = async (ticket: Ticket, place: number): Promise<Comment> => {
    await wait((place * 1000) / PER_SECOND)
    const isInternal = place % INTERNAL === 0
    const body = JSON.stringify({ comment: `Rad ${place}`, isInternal })
    const path = `/api/tickets/${ticket.id}/comments`
    const sentAt = machineMs()
    const answer = await send(agent, stage.product.port, { method: 'POST', path, headers, body })
    const answeredAt = machineMs()
    if (!isGood(answer)) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`)
    return { place, ticket, isInternal, sentAt, answeredAt }
  }
  try {
    return await Promise.all(tickets.map(one))
  } finally {
    agent.destroy()
  }
}

const isVisibleTo = ({ customerId }: Stream, { ticket, isInternal }: Comment) =>
  customerId === undefined || (customerId === ticket.customerId && !isInternal)

function judge(streams: Stream[], comments: Comment[], { seats, ticketIds, at, ended }: Receipts) {
  const commentOf = new Map(comments.map((comment) => [comment.ticket.id, comment]))
  const entitled = comments.reduce(
    (sum, comment) => sum + streams.filter((stream) => isVisibleTo(stream, comment)).length,
    0,
  )
  const told = new Set<number>()
  const delays: { sent: number[]; answered: number[] } = { sent: [], answered: [] }
  let wrong = 0
  for (const [nth, seat] of seats.entries()) {
    const comment = commentOf.get(ticketIds[nth] ?? '')
    const key = seat * comments.length + (comment?.place ?? 0)
    if (!comment || !isVisibleTo(streams[seat] as Stream, comment) || told.has(key)) {
      wrong++
      continue
    }
    told.add(key)
    delays.sent.push((at[nth] ?? Number.NaN) - comment.sentAt)
    delays.answered.push((at[nth] ?? Number.NaN) - comment.answeredAt)
  }
  const lost = entitled - told.size
  console.log(
    `  ${comments.length} comments: ${entitled} receipts due, ${lost} lost; ${wrong} twice or to somebody else, ${ended} streams ended`,
  )
  console.log(
    `  commit → client, from just before the comment was sent to each stream's receipt, in ms: ${said(delays.sent)}`,
  )
  console.log(`  from its answer at the sender (below zero: the stream was first), in ms: ${said(delays.answered)}`)
  const isWhole = lost === 0 && wrong === 0 && ended === 0
  if (!isKept(streams.length, percentiles(delays.sent).p99) || !isWhole) process.exitCode = 1
}

function isKept(count: number, p99: number): boolean {
  if (count > BUDGET.streams) {
    console.log(`  more than the ${BUDGET.streams} streams of the budget: its time promises nothing here`)
    return true
  }
  const isMet = p99 <= BUDGET.p99
  const aim = p99 <= BUDGET.aim ? 'met too' : 'not met'
  console.log(`  budget, p99 at most ${BUDGET.p99} ms: ${isMet ? 'met' : 'NOT MET'}; aim ${BUDGET.aim} ms: ${aim}`)
  return isMet
}

/** Of few streams the objects say more: what is resident was partly there already, free, in a heap that had grown. */
function tellMemory(count: number, without: Held, including: Held) {
  const each = (of: keyof Held) => ((including[of] - without[of]) / count / 1024).toFixed(1)
  console.log(
    `  memory of a stream after a collection: ${each('bytes')} KiB resident (${mib(without.bytes)} MiB without, ` +
      `${mib(including.bytes)} with all), ${each('heap')} KiB of objects`,
  )
}

const ms = (value: number) => value.toFixed(0)
const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
function said(delays: number[]) {
  const { p50, p99, max } = percentiles(delays)
  return `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`
}
