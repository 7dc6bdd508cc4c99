// `npm run drill:live`: many live streams while tickets change. Every stream must receive exactly the events that its
// user may see, each once; streams that do not read must be disconnected and able to reconnect; resident memory after a
// forced collection must not grow.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { auth } from '#features/auth/auth.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { statuses, type Ticket, tickets } from '#features/tickets/tickets.contract.ts'
import { STREAMS_OF_A_LOGIN } from '#platform/live/server/broker.ts'
import { type LiveStream, nameOf, openStream } from '../support/live-client.ts'
import { addLogin } from '../support/logins.ts'
import { FLAT, measureMemory, probed } from '../support/memory.ts'
import { admin, startProduct, temporaryDataDir } from '../support/product.ts'
import { accessToken, callWith, openClient } from './support/drill-client.ts'
import { superuserOf } from './support/stage.ts'

const SLOW_STREAMS = 5
/** Enough for a machine that is still working through the flood for all other streams. */
const SLOW_ENDS_MS = 60_000

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '500' },
    changes: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '120' },
  },
})
const seconds = Number(options.seconds)
const loginCount = Math.ceil(Number(options.streams) / STREAMS_OF_A_LOGIN)
const dataDir = temporaryDataDir()
console.log(`${options.streams} streams, ${options.changes} changes a second, ${seconds} s`)
const product = await startProduct({
  dataDir: dataDir.path,
  environment: { LOG_LEVEL: 'warn', ...probed },
})
const database = new pg.Client({ ...(await superuserOf(dataDir.path)), options: '-c search_path=stodpunkt' })
await database.connect()
const { call } = openClient(product.url)

type Subscriber = { stream: LiveStream; customerId: string | undefined }
type Change = { name: string; customerId: string; isInternal: boolean }

try {
  const { opened, subscribers } = await prepare()
  const delays: number[] = []
  const sentAt = new Map<string, number>()
  subscribers[0]?.stream.onEvent((name) => delays.push(performance.now() - (sentAt.get(name) ?? Number.NaN)))

  const changes: Change[] = []
  const startedAt = performance.now()
  let earlyBytes = 0
  for (let count = 0; count < seconds * Number(options.changes); count++) {
    changes.push(await changeOne(opened, count, sentAt))
    if (!earlyBytes && performance.now() - startedAt > (seconds * 1000) / 5)
      earlyBytes = (await measureMemory(product)).bytes
    await wait(Math.max(0, startedAt + ((count + 1) * 1000) / Number(options.changes) - performance.now()))
  }
  await wait(3000)
  const lateBytes = (await measureMemory(product)).bytes
  const inexact = subscribers.filter((subscriber) => !hasExactEvents(subscriber, changes)).length
  const slow = await drillSlowReaders()
  const sorted = delays.filter((delay) => !Number.isNaN(delay)).sort((one, other) => one - other)
  const row = {
    streams: subscribers.length,
    changes: changes.length,
    'with wrong events': inexact,
    'change → event p50 ms': Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN),
    'change → event p99 ms': Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
    'resident MiB at a fifth': Math.round(earlyBytes / 2 ** 20),
    'resident MiB at the end': Math.round(lateBytes / 2 ** 20),
    'end / fifth': Number((lateBytes / earlyBytes).toFixed(3)),
    'slow readers disconnected': `${slow} of ${SLOW_STREAMS}`,
  }
  console.table([row])
  const isPassed = inexact === 0 && lateBytes / earlyBytes <= FLAT && slow === SLOW_STREAMS
  console.log(isPassed ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = isPassed ? 0 : 1
  for (const { stream } of subscribers) stream.close()
  await database.end()
  await product.stop()
} finally {
  product.process.kill('SIGKILL')
  await wait(1000) // the embedded database exits after Node
  dataDir.remove()
}

/** Creates customers with tickets, and opens streams of staff and customers alternately. */
async function prepare(): Promise<{ opened: Ticket[]; subscribers: Subscriber[] }> {
  const opened: Ticket[] = []
  const customerIds: string[] = []
  // Assigned, because an answer to a ticket that nobody has changes the ticket too.
  const { userId: assignedTo } = await call(auth.me, {})
  for (let n = 0; n < 5; n++) {
    const { id: customerId } = await call(customers.create, { body: { name: `Kund ${n}` } })
    customerIds.push(customerId)
    for (let m = 0; m < 4; m++)
      opened.push(
        await call(tickets.create, { body: { title: `Ärende ${n}.${m}`, description: 'x', customerId, assignedTo } }),
      )
  }
  const orgId = await firstOrganization()
  const logins: { email: string; customerId: string | undefined }[] = []
  for (let n = 0; n < loginCount; n++) {
    const customerId = n % 2 === 0 ? undefined : customerIds[n % customerIds.length]
    const email = `login${n}@ovning.example`
    await addLogin(database, { email, orgId, customerId, passwordOf: admin.email })
    logins.push({ email, customerId })
  }
  const subscribers: Subscriber[] = []
  for (const [n, { email, customerId }] of logins.entries()) {
    const token = await accessToken(callWith(product.url), { email, password: admin.password })
    const count = Math.floor(Number(options.streams) / loginCount) + (n < Number(options.streams) % loginCount ? 1 : 0)
    const path = customerId ? '/api/portal/live' : '/api/live'
    for (let m = 0; m < count; m++)
      subscribers.push({ stream: await openStream(product.url + path, token), customerId })
  }
  const refused = subscribers.filter(({ stream }) => stream.status !== 200).length
  if (refused > 0) throw new Error(`${refused} streams were refused`)
  await wait(500)
  for (const { stream } of subscribers) stream.received.clear()
  return { opened, subscribers }
}

async function changeOne(opened: Ticket[], count: number, sentAt: Map<string, number>): Promise<Change> {
  const index = (count * 7) % opened.length
  const ticket = opened[index] as Ticket
  const about = count % 2 === 0 ? 'ticket' : 'comment'
  const name = nameOf({ about, ticketId: ticket.id })
  const isInternal = about === 'comment' && count % 3 === 0
  sentAt.set(name, performance.now())
  const params = { id: ticket.id }
  if (about === 'comment') await call(tickets.comment, { params, body: { comment: `Rad ${count}`, isInternal } })
  else {
    const status = statuses[(statuses.indexOf(ticket.status) + 1) % statuses.length] ?? 'open'
    opened[index] = await call(tickets.change, { params, body: { status, version: ticket.version } })
  }
  return { name, customerId: ticket.customer.id, isInternal }
}

function hasExactEvents({ stream, customerId }: Subscriber, changes: Change[]): boolean {
  const expected = new Map<string, number>()
  for (const change of changes) {
    if (customerId && (change.isInternal || change.customerId !== customerId)) continue
    expected.set(change.name, (expected.get(change.name) ?? 0) + 1)
  }
  return (
    expected.size === stream.received.size &&
    [...expected].every(([name, count]) => stream.received.get(name) === count)
  )
}

/**
 * Opens streams that read nothing while their organization is flooded with events. Returns how many were disconnected
 * and could reconnect.
 */
async function drillSlowReaders(): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `insert into organizations (id, name) values (gen_random_uuid(), 'Långsam AB') returning id`,
  )
  const [org] = rows
  const email = 'langsam@ovning.example'
  await addLogin(database, { email, orgId: org?.id ?? '', passwordOf: admin.email })
  const token = await accessToken(callWith(product.url), { email, password: admin.password })
  const slow: LiveStream[] = []
  for (let n = 0; n < SLOW_STREAMS; n++) slow.push(await openStream(`${product.url}/api/live`, token))
  for (const stream of slow) stream.pause()
  for (let n = 0; n < 10; n++) {
    await database.query(
      `select pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', $1::text, 'enquiry', gen_random_uuid())::text)
       from generate_series(1, 20000)`,
      [org?.id],
    )
    await wait(1000)
  }
  let disconnected = 0
  for (const stream of slow) {
    stream.resume()
    const isEnded = await Promise.race([stream.ended.then(() => true), wait(SLOW_ENDS_MS, false)])
    const reconnected = await openStream(`${product.url}/api/live`, token)
    if (isEnded && reconnected.status === 200) disconnected++
    reconnected.close()
  }
  return disconnected
}

async function firstOrganization() {
  const { rows } = await database.query<{ id: string }>('select id from organizations order by created_at limit 1')
  return rows[0]?.id ?? ''
}
