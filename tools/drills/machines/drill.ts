import { setTimeout as wait } from 'node:timers/promises'
import { auth } from '#features/auth/auth.contract.ts'
import { company } from '#features/company/company.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Call, CallError } from '#shared/web/call.ts'
import { nameOf, openStream } from '../../support/live-client.ts'
import type { Product } from '../../support/product.ts'
import { REFUSED_WITHIN_MS } from '../support/drill.ts'
import { accessToken, type Client, callWith } from '../support/drill-client.ts'
import type { openLedger } from './ledger.ts'
import type { Machine } from './machine.ts'

type Site = {
  machines: { a: Machine; b: Machine }
  apps: { a: Product; b: Product }
  restartA: () => Promise<void>
  client: Client
  ledger: ReturnType<typeof openLedger>
  customerId: string
}
type Stream = Awaited<ReturnType<typeof openStream>>
type Row = { step: string; result: 'passed' | 'failed'; ms: number; note: string }

/** Timeout of a step; not a measure of speed. */
const GIVE_UP_MS = 120_000
const WORK_DATE = { workDate: '2026-11-02', timeFrom: '08:00', timeTo: '08:30' }

const steps: [name: string, work: (site: Site) => Promise<string>][] = [
  ['a. a session of A is valid on B and ended on both', shareSession],
  ['b. a change on A is sent to a stream on B', deliverAcross],
  ['c. a setting changed on A is on the public page of B', changeFactsAcross],
  ['d. a program is killed during writes', killProgram],
  ['e. the primary is killed, the replica promoted', killPrimary],
  ['f. jobs run after it', runJobs],
  ['g. the old primary starts again by itself', returnOldPrimary],
  ['h. the old primary is made a replica', rebuildReplica],
  ['i. the replica is killed, synchronous replication turned off', killReplica],
  ['j. every acknowledged row, at the end', ({ ledger }) => ledger.compare()],
]
export const stepNames = steps.map(([name]) => name)

/** Runs every step, prints the table and returns it. A failed step does not stop the next ones. */
export async function runDrill(site: Site): Promise<Row[]> {
  const rows: Row[] = []
  for (const [step, work] of steps) {
    const startedAt = performance.now()
    const outcome = await work(site).then(
      (note) => ({ result: 'passed' as const, note }),
      (error: unknown) => ({ result: 'failed' as const, note: error instanceof Error ? error.message : String(error) }),
    )
    rows.push({ step, result: outcome.result, ms: Math.round(performance.now() - startedAt), note: outcome.note })
    console.log(`${outcome.result}: ${step}: ${outcome.note}`)
  }
  console.table(rows.map(({ step, result, ms, note }) => ({ step, result, ms, note: note.slice(0, 90) })))
  return rows
}

async function shareSession({ apps }: Site) {
  const token = await accessToken(callerAt(apps.a.url))
  const at = (url: string) => callerAt(url, token)
  await at(apps.b.url)(tickets.list, { query: {} })
  await at(apps.a.url)(auth.logout, { query: { scope: 'local' } })
  const status = await at(apps.b.url)(auth.me, {}).then(() => 200, statusOf)
  check(status === 401, `signed out on A, B answered ${status}`)
  return 'B accepted the session of A, and answered 401 directly after it was ended on A'
}

async function deliverAcross({ apps, customerId }: Site) {
  const { call, stream, close } = await listenOn(apps.a.url, apps.b.url)
  const ticket = await call(tickets.create, { body: { title: 'Nätet nere', description: 'x', customerId } })
  const delays: number[] = []
  for (let count = 0; count < 10; count++) {
    const received = Promise.withResolvers<void>()
    stream.onEvent((name) => name === nameOf({ about: 'comment', ticketId: ticket.id }) && received.resolve())
    const params = { id: ticket.id }
    await call(tickets.comment, { params, body: { comment: `Rad ${count}`, isInternal: false } })
    const answeredAt = performance.now()
    await within(received.promise, 'B received no event')
    delays.push(Math.round(performance.now() - answeredAt))
  }
  close()
  return `at most ${Math.max(...delays)} ms after A had answered, 10 of 10`
}

async function changeFactsAcross({ apps }: Site) {
  const call = callerAt(apps.a.url, await accessToken(callerAt(apps.a.url)))
  const facts = await call(company.facts, {})
  await call(company.changeFacts, { body: { ...facts, phone: '018-471 00 00' } })
  const page = await (await fetch(apps.b.url)).text()
  check(page.includes('018-471 00 00'), 'B shows another number')
  return 'on the next request'
}

async function killProgram(site: Site) {
  const writers = await site.ledger.write()
  await wait(1500)
  site.apps.a.process.kill('SIGKILL')
  await wait(2500)
  await site.restartA()
  await wait(500)
  const retried = await writers.stop()
  return `${await site.ledger.compare()}, ${retried} retried`
}

async function killPrimary(site: Site) {
  const { a, b } = site.machines
  const { call, stream, close } = await listenOn(site.apps.b.url, site.apps.b.url)
  const writers = await site.ledger.write()
  await wait(1500)
  const pids = [site.apps.a.process.pid, site.apps.b.process.pid]
  a.kill()
  const killedAt = performance.now()
  const probing = probeUntilWritten(call, site.customerId)
  await wait(1500) // time until an operator notices
  const promotedAt = performance.now()
  await b.script('promote.sh')
  const promoteMs = performance.now() - promotedAt
  const { refused, slowestMs, others } = await within(probing, 'writes did not resume')
  const recoveryMs = performance.now() - killedAt
  await wait(500)
  await writers.stop()
  check(
    slowestMs <= REFUSED_WITHIN_MS && others.length === 0,
    `slowest refusal ${slowestMs} ms, other answers ${others.join(', ')}`,
  )
  const isSame = pids.join() === [site.apps.a.process.pid, site.apps.b.process.pid].join()
  check(isSame && site.apps.a.process.exitCode === null && site.apps.b.process.exitCode === null, 'a program ended')
  const streamState = await checkStream(site, stream)
  close()
  const times = `writes succeed after ${seconds(recoveryMs)} (1.5 s unnoticed, promotion ${seconds(promoteMs)})`
  const comparison = await site.ledger.compare()
  return `${times}; ${refused} answers 503, each within ${slowestMs} ms; stream ${streamState}; ${comparison}`
}

/** Writes every 50 ms until a write is acknowledged, and records how the previous ones were refused. */
async function probeUntilWritten(call: Call, customerId: string) {
  const idempotencyKey = crypto.randomUUID()
  const body = { customerId, ...WORK_DATE, description: 'prov' }
  let [refused, slowestMs] = [0, 0]
  const others: number[] = []
  for (;;) {
    const startedAt = performance.now()
    const status = await call(time.create, { body }, { idempotencyKey }).then(() => 200, statusOf)
    if (status === 200) return { refused, slowestMs, others }
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedAt))
    refused++
    if (status !== 503) others.push(status)
    await wait(50)
  }
}

/** Checks that events reach the previous stream, or a new one if it ends, as a browser would reconnect. */
async function checkStream({ apps, customerId }: Site, before: Stream) {
  const { call, stream, close } = await listenOn(apps.a.url, apps.b.url)
  let outcome = ''
  void nextTicket(before).then(() => {
    outcome = 'stayed open'
  })
  void Promise.all([nextTicket(stream), before.ended]).then(() => {
    outcome = 'reconnected'
  })
  // Changes before the program listens to the new primary cause only an `everything` event, so tickets are created
  // repeatedly.
  await until(async () => {
    if (outcome === '') await call(tickets.create, { body: { title: 'Efter bytet', description: 'x', customerId } })
    return outcome !== ''
  }, 'the live stream received nothing afterwards')
  close()
  return outcome
}

const nextTicket = (stream: Stream) =>
  new Promise<void>((resolve) => stream.onEvent((name) => name.startsWith('ticket ') && resolve()))

async function runJobs({ machines: { b } }: Site) {
  const startedAt = performance.now()
  const add = `select id from graphile_worker.add_job('sign-in-cleanup', max_attempts => 5)`
  const [job] = await b.query<{ id: string }>(add, 'stodpunkt')
  // Looks only at this job, because others may wait for their next attempt.
  const left = `select attempts, last_error, locked_by from graphile_worker._private_jobs where id = ${job?.id}`
  await until(async () => (await b.query(left, 'stodpunkt')).length === 0, 'the job did not run')
  return `done after ${seconds(performance.now() - startedAt)}`
}

async function returnOldPrimary({ machines: { a }, client, customerId }: Site) {
  await a.start()
  const [state] = await a.query<{ replica: boolean }>('select pg_is_in_recovery() as replica')
  check(state?.replica === false, 'the old primary did not start as one')
  for (let count = 0; count < 5; count++) {
    check((await a.checkStatus()) === 503, 'the check accepts the old primary')
    await client.call(time.create, { body: { customerId, ...WORK_DATE, description: 'prov' } })
    await wait(300)
  }
  return 'it starts as a primary; its check answers 503, 5 of 5'
}

async function rebuildReplica({ machines: { a, b } }: Site) {
  const output = await a.script('rebuild-replica.sh')
  await b.script('synchronous.sh', 'on')
  const [standby] = await until(
    () => b.query<{ state: string }>(`select sync_state as state from pg_stat_replication where sync_state = 'sync'`),
    'the replica is not synchronous',
  )
  check(standby?.state === 'sync', 'not synchronous')
  const count = 'select count(*)::int as rows from stodpunkt.time_entries'
  await until(
    async () => (await counted(a, count)) === (await counted(b, count)),
    'the replica has other rows than the primary',
  )
  return `${output.includes('Återspolad') ? 'rewound' : 'copied'}, synchronous, ${await counted(a, count)} rows on both`
}

async function killReplica({ machines: { a, b }, client, customerId }: Site) {
  a.kill()
  const body = { customerId, ...WORK_DATE, description: 'prov' }
  const idempotencyKey = crypto.randomUUID()
  const startedAt = performance.now()
  const writing = client.call(time.create, { body }, { idempotencyKey })
  const isWaiting = await Promise.race([writing.then(() => false), wait(1500, true)])
  check(isWaiting, 'a write was acknowledged that the replica does not have')
  await b.script('synchronous.sh', 'off')
  await within(writing, 'the write still waits')
  return `a write waited, and was answered after ${seconds(performance.now() - startedAt)}`
}

async function counted(machine: Machine, query: string) {
  const [row] = await machine.query<{ rows: number }>(query, 'stodpunkt')
  return row?.rows
}

/** A staff stream on one program, and a caller on the other. */
async function listenOn(callUrl: string, streamUrl: string) {
  const token = await accessToken(callerAt(callUrl))
  const stream = await openStream(`${streamUrl}/api/live`, token)
  check(stream.status === 200, `the stream was answered ${stream.status}`)
  return { call: callerAt(callUrl, token), stream, close: () => stream.close() }
}

/** Without retries, because the drill measures refusals. */
const callerAt = (url: string, token?: string) => callWith(url, token, { overloadRetries: 0 })

async function until<T>(read: () => Promise<T>, failure: string): Promise<T> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    const value = await read()
    if (Array.isArray(value) ? value.length > 0 : value) return value
    if (performance.now() > deadline) throw new Error(failure)
    await wait(100)
  }
}

const within = <T>(work: Promise<T>, failure: string): Promise<T> =>
  Promise.race([work, wait(GIVE_UP_MS, null, { ref: false }).then(() => Promise.reject(new Error(failure)))])

function check(condition: boolean, failure: string) {
  if (!condition) throw new Error(failure)
}

function statusOf(error: unknown): number {
  if (error instanceof CallError) return error.status
  throw error
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
