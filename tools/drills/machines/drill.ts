import { setTimeout as wait } from 'node:timers/promises'
import { auth } from '#auth/auth.contract.ts'
import { type Call, CallError, createCall } from '#lib/web/call.ts'
import { company } from '#settings/company.contract.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { time } from '#time/time.contract.ts'
import { nameOf, openStream } from '../../support/live-client.ts'
import { admin, type Product } from '../../support/product.ts'
import type { Client } from '../support/drill-client.ts'
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
type Row = { step: string; result: 'passed' | 'failed'; ms: number; note: string }

const REFUSED_WITHIN_MS = 1000
const WORK_DATE = { workDate: '2026-11-02', timeFrom: '08:00', timeTo: '08:30' }

const steps: [name: string, work: (site: Site) => Promise<string>][] = [
  ['a. signed in on A, at work on B, signed out on both', signInOnAWorkOnB],
  ['b. a change on A is told to a stream on B', hearAcross],
  ['c. a setting changed on A is on the public page of B', changeFactsAcross],
  ['d. a program is killed under writes', killProgram],
  ['e. the primary is killed, the replica promoted', killPrimary],
  ['f. jobs are worked off after it', workJobsOff],
  ['g. the old primary comes back by itself', returnOldPrimary],
  ['h. the old primary is made a replica', rebuildReplica],
  ['i. the replica is killed, synchronous replication turned off', killReplica],
  ['j. every acknowledged row, at the end', ({ ledger }) => ledger.compare()],
]
export const stepNames = steps.map(([name]) => name)

/** Takes every step, prints the table and returns it. A step that fails does not keep the next from being tried. */
export async function runDrill(site: Site): Promise<Row[]> {
  const rows: Row[] = []
  for (const [step, work] of steps) {
    const began = performance.now()
    const outcome = await work(site).then(
      (note) => ({ result: 'passed' as const, note }),
      (error: unknown) => ({ result: 'failed' as const, note: error instanceof Error ? error.message : String(error) }),
    )
    rows.push({ step, result: outcome.result, ms: Math.round(performance.now() - began), note: outcome.note })
    console.log(`${outcome.result}: ${step}: ${outcome.note}`)
  }
  console.table(rows.map(({ step, result, ms, note }) => ({ step, result, ms, note: note.slice(0, 90) })))
  return rows
}

async function signInOnAWorkOnB({ apps }: Site) {
  const token = await signIn(apps.a.url)
  const at = (url: string) => callerAt(url, token)
  await at(apps.b.url)(tickets.list, { query: {} })
  await at(apps.a.url)(auth.logout, { query: { scope: 'local' } })
  const status = await at(apps.b.url)(auth.me, {}).then(() => 200, statusOf)
  check(status === 401, `signed out on A, B answered ${status}`)
  return 'B took the session of A, and 401 at once after it was ended on A'
}

async function hearAcross({ apps, customerId }: Site) {
  const { call, stream, close } = await listenOn(apps.a.url, apps.b.url)
  const ticket = await call(tickets.create, { body: { title: 'Nätet nere', description: 'x', customerId } })
  const delays: number[] = []
  for (let count = 0; count < 10; count++) {
    const told = Promise.withResolvers<void>()
    stream.onTold((name) => name === nameOf({ about: 'comment', ticketId: ticket.id }) && told.resolve())
    const params = { id: ticket.id }
    await call(tickets.comment, { params, body: { comment: `Rad ${count}`, isInternal: false } })
    const answeredAt = performance.now()
    await within(5000, told.promise, 'B was not told')
    delays.push(Math.round(performance.now() - answeredAt))
  }
  close()
  return `at most ${Math.max(...delays)} ms after A had answered, 10 of 10`
}

async function changeFactsAcross({ apps }: Site) {
  const call = callerAt(apps.a.url, await signIn(apps.a.url))
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
  const sentAgain = await writers.stop()
  return `${await site.ledger.compare()}, ${sentAgain} sent again`
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
  await wait(1500) // somebody has to notice
  const promoted = performance.now()
  await b.script('promote.sh')
  const promoteMs = performance.now() - promoted
  const { refused, slowestMs, others } = await within(30_000, probing, 'writes did not resume')
  const writesAgainMs = performance.now() - killedAt
  await wait(500)
  await writers.stop()
  check(
    slowestMs <= REFUSED_WITHIN_MS && others.length === 0,
    `slowest refusal ${slowestMs} ms, other answers ${others.join(', ')}`,
  )
  const isSame = pids.join() === [site.apps.a.process.pid, site.apps.b.process.pid].join()
  check(isSame && site.apps.a.process.exitCode === null && site.apps.b.process.exitCode === null, 'a program ended')
  const heard = await isToldAgain(site, stream)
  close()
  const times = `writes again after ${seconds(writesAgainMs)} (1.5 s unnoticed, promotion ${seconds(promoteMs)})`
  const told = await site.ledger.compare()
  return `${times}; ${refused} answers 503, each within ${slowestMs} ms; stream ${heard}; ${told}`
}

/** Writes without patience: how each refusal was told, until one is taken. */
async function probeUntilWritten(call: Call, customerId: string) {
  const idempotencyKey = crypto.randomUUID()
  const body = { customerId, ...WORK_DATE, description: 'prov' }
  let [refused, slowestMs] = [0, 0]
  const others: number[] = []
  for (;;) {
    const began = performance.now()
    const status = await call(time.create, { body }, { idempotencyKey }).then(() => 200, statusOf)
    if (status === 200) return { refused, slowestMs, others }
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - began))
    refused++
    if (status !== 503) others.push(status)
    await wait(50)
  }
}

/** The stream of before, or the one a browser opens after it, hears of a change made now. */
async function isToldAgain({ apps, customerId }: Site, before: Awaited<ReturnType<typeof openStream>>) {
  const isEnded = await Promise.race([before.ended.then(() => true), wait(3000, false)])
  const { call, stream, close } = await listenOn(apps.a.url, apps.b.url)
  const heard = Promise.withResolvers<void>()
  const listening = isEnded ? stream : before
  listening.onTold((name) => name.startsWith('ticket ') && heard.resolve())
  await call(tickets.create, { body: { title: 'Efter bytet', description: 'x', customerId } })
  await within(5000, heard.promise, 'the live stream heard nothing afterwards')
  close()
  return isEnded ? 'opened again' : 'went on'
}

async function workJobsOff({ machines: { b } }: Site) {
  const began = performance.now()
  await b.ask(`set role stodpunkt_auth; select jobs.enqueue('sign-in-cleanup', '{}'::json, 5)`, 'stodpunkt')
  const waiting = async () => (await b.ask('select 1 as one from graphile_worker._private_jobs', 'stodpunkt')).length
  await until(async () => (await waiting()) === 0, 30_000, 'the job was not done')
  return `done after ${seconds(performance.now() - began)}`
}

async function returnOldPrimary({ machines: { a }, client, customerId }: Site) {
  await a.start()
  const [state] = await a.ask<{ replica: boolean }>('select pg_is_in_recovery() as replica')
  check(state?.replica === false, 'the old primary did not start as one')
  for (let count = 0; count < 5; count++) {
    check((await a.checkStatus()) === 503, 'the check lets the program near the old primary')
    await client.call(time.create, { body: { customerId, ...WORK_DATE, description: 'prov' } })
    await wait(300)
  }
  return 'it takes itself for the primary; its check answers 503, 5 of 5'
}

async function rebuildReplica({ machines: { a, b } }: Site) {
  const said = await a.script('rebuild-replica.sh')
  await b.script('synchronous.sh', 'on')
  const [standby] = await until(
    () => b.ask<{ state: string }>(`select sync_state as state from pg_stat_replication where sync_state = 'sync'`),
    10_000,
    'the replica is not synchronous',
  )
  check(standby?.state === 'sync', 'not synchronous')
  const count = 'select count(*)::int as rows from stodpunkt.time_entries'
  await until(
    async () => (await counted(a, count)) === (await counted(b, count)),
    10_000,
    'the replica has other rows than the primary',
  )
  return `${said.includes('Återspolad') ? 'rewound' : 'copied'}, synchronous, ${await counted(a, count)} rows on both`
}

async function killReplica({ machines: { a, b }, client, customerId }: Site) {
  a.kill()
  const body = { customerId, ...WORK_DATE, description: 'prov' }
  const idempotencyKey = crypto.randomUUID()
  const began = performance.now()
  const writing = client.call(time.create, { body }, { idempotencyKey })
  const isWaiting = await Promise.race([writing.then(() => false), wait(1500, true)])
  check(isWaiting, 'a write was acknowledged that the replica does not have')
  await b.script('synchronous.sh', 'off')
  await within(5000, writing, 'the write waits on')
  return `a write waited, and was answered after ${seconds(performance.now() - began)}`
}

async function counted(machine: Machine, query: string) {
  const [row] = await machine.ask<{ rows: number }>(query, 'stodpunkt')
  return row?.rows
}

/** A staff stream on one program, and a caller on the other. */
async function listenOn(callUrl: string, streamUrl: string) {
  const token = await signIn(callUrl)
  const stream = await openStream(`${streamUrl}/api/live`, token)
  check(stream.status === 200, `the stream was answered ${stream.status}`)
  return { call: callerAt(callUrl, token), stream, close: () => stream.leave() }
}

const callerAt = (url: string, token?: string) =>
  createCall({
    fetch: (path, init) => fetch(path instanceof Request ? path : new URL(path, url), init),
    token: () => token,
    renew: async () => undefined,
    busyTries: 0,
  })

async function signIn(url: string) {
  const { access_token } = await callerAt(url)(auth.token, { query: { grant_type: 'password' }, body: admin })
  return access_token
}

async function until<T>(ask: () => Promise<T>, ms: number, otherwise: string): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    const answer = await ask()
    if (Array.isArray(answer) ? answer.length > 0 : answer) return answer
    if (performance.now() > deadline) throw new Error(otherwise)
    await wait(100)
  }
}

const within = <T>(ms: number, work: Promise<T>, otherwise: string): Promise<T> =>
  Promise.race([work, wait(ms).then(() => Promise.reject(new Error(otherwise)))])

function check(isGood: boolean, otherwise: string) {
  if (!isGood) throw new Error(otherwise)
}

function statusOf(error: unknown): number {
  if (error instanceof CallError) return error.status
  throw error
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
