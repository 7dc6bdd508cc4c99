// The most common requests on the full demo, with session lookup and row-level security, compared with pgbench running the
// statements that the server logged for them, with the same parameters on the same database; with a bare Fastify server that
// sends the same bytes; and with the same request on a hundredth of the data. pgbench uses the application's role and settings,
// as the filter by organization is in the policies and not in the statements.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseRoles } from '#db/roles.ts'
import { type Delays, openLoop, percentiles } from './open-loop.ts'
import { formatSpread, missingPrograms, type Part, spreadOf } from './part.ts'
import type { Request } from './send.ts'
import { openStage, type Stage, type Viewer } from './stage.ts'
import { startBareServer } from './start-bare-server.ts'
import { commit, pgbenchScript, type Statement, statementsOf } from './statements.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = 2
const CLIENTS = [1, 16]
/** Latency is measured at half of each side's own maximum throughput. */
const HALF = 0.5
/** Comma-separated names of cases; the others are skipped. */
const ONLY = process.env.BENCH_CASES?.split(',')
const run = promisify(execFile)

type Case = {
  name: string
  request: (viewer: Viewer) => Omit<Request, 'headers'>
  isWriting?: boolean
  /** Commits while it is measured. */
  commitsPerSecond?: number
  /** Compared with less data only. */
  isGrowthOnly?: boolean
}
const get = (path: string) => ({ method: 'GET', path })
const post = (path: string, body: object) => ({ method: 'POST', path, body: JSON.stringify(body) })

const cases: Case[] = [
  { name: 'newest 50 tickets', request: () => get('/api/tickets') },
  { name: 'a ticket', request: ({ ticketId }) => get(`/api/tickets/${ticketId}`) },
  { name: 'a ticket with its thread', request: ({ ticketId }) => get(`/api/tickets/${ticketId}/screen`) },
  { name: 'a customer with logins and work', request: ({ customerId }) => get(`/api/customers/${customerId}/screen`) },
  { name: 'search for a common word', request: () => get('/api/tickets?search=internet') },
  { name: 'search without a hit', request: () => get('/api/tickets?search=finnsinte') },
  { name: 'dashboard', request: () => get('/api/dashboard') },
  { name: 'newest 50 time rows', request: () => get('/api/time') },
  { name: 'time rows with reported', request: () => get('/api/time?reported=true'), isGrowthOnly: true },
  { name: 'customers', request: () => get('/api/customers'), isGrowthOnly: true },
  { name: 'archive', request: () => get('/api/archive'), isGrowthOnly: true },
  { name: 'inbox', request: () => get('/api/enquiries'), isGrowthOnly: true },
  {
    name: 'month report of a customer',
    request: ({ customerId }) => post('/api/reports', { customerId, from: '2026-11-01', to: '2026-11-30' }),
    isWriting: true,
  },
  {
    name: 'new time row',
    request: ({ customerId }) =>
      post('/api/time', { customerId, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '08:30' }),
    isWriting: true,
  },
]

export const requests: Part = {
  name: 'requests',
  title: `requests on the full demo, ${ROUNDS} rounds of ${SECONDS} s each in turn; median (min–max)`,
  missing: () => missingPrograms('pgbench', 'wrk'),
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-bench-'))
    const stages: Stage[] = []
    try {
      for (const name of ['full', 'hundredth', 'open'] as const) {
        const startedAt = performance.now()
        stages.push(await openStage(name))
        console.log(`demo '${name}' generated and started in ${Math.round((performance.now() - startedAt) / 1000)} s`)
      }
      const [full, ...others] = stages as [Stage, ...Stage[]]
      for (const one of cases.filter(({ name }) => ONLY?.includes(name) ?? true)) {
        console.log(`\n${one.name}`)
        if (!one.isGrowthOnly) await compareWithDatabase(full, one, folder)
        await compareWithLessData(full, others, one)
      }
    } finally {
      for (const stage of stages) await stage.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const requestOf = async ({ viewer, token }: Stage, { request }: Case): Promise<Request> => {
  const content = request(viewer)
  const type: Record<string, string> = content.body === undefined ? {} : { 'content-type': 'application/json' }
  return { ...content, headers: { authorization: `Bearer ${await token()}`, ...type } }
}

async function sendOne({ product }: Stage, { method, path, headers, body }: Request) {
  const answer = await fetch(`${product.url}${path}`, { method, headers, ...(body !== undefined && { body }) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

type Side = { perSecond: number } & Delays
type Measure = (clients: number) => Promise<Side>
/** `compressed`: ours as a browser asks. */
type Round = Record<'ours' | 'compressed' | 'pgbench' | 'fastify', Side>

async function compareWithDatabase(stage: Stage, one: Case, folder: string) {
  let bytes: Buffer = Buffer.alloc(0)
  const statements = await statementsOf(stage, async () => {
    bytes = await sendOne(stage, await requestOf(stage, one))
  })
  const bare = await startBareServer(join(folder, 'answer.json'), bytes)
  const ownId = one.isWriting ? (JSON.parse(bytes.toString()) as { id: string }).id : undefined
  const sides: Record<keyof Round, Measure> = {
    ours: async (clients) => overHttp(stage.product.port, await requestOf(stage, one), clients, folder),
    compressed: async (clients) =>
      overHttp(stage.product.port, asBrowser(await requestOf(stage, one)), clients, folder),
    pgbench: (clients) => pgbench(stage, statements, ownId, clients, folder),
    fastify: async (clients) => overHttp(bare.port, await requestOf(stage, one), clients, folder),
  }
  console.log(`  ${statements.length} statements, ${bytes.length} bytes`)
  const commits = startCommits(stage, one.commitsPerSecond)
  try {
    for (const clients of CLIENTS) {
      const rounds: Round[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const measured = {
          ours: await sides.ours(clients),
          compressed: await sides.compressed(clients),
          pgbench: await sides.pgbench(clients),
          fastify: await sides.fastify(clients),
        }
        if (round > 0) rounds.push(measured) // the first round warms up
      }
      report(clients, rounds)
    }
  } finally {
    await commits.stop()
    await bare.stop()
  }
}

function startCommits(stage: Stage, perSecond = 0) {
  let last: Promise<unknown> = Promise.resolve()
  const next = () => {
    last = last.then(() => commit(stage))
  }
  const timer = perSecond > 0 ? setInterval(next, 1000 / perSecond) : undefined
  return {
    stop: async () => {
      clearInterval(timer)
      await last
    },
  }
}

/** The request with the encodings that a browser accepts. */
const asBrowser = (request: Request): Request => ({
  ...request,
  headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br, zstd' },
})

function report(clients: number, rounds: Round[]) {
  const share = (of: keyof Round, side: keyof Round = 'ours') =>
    formatSpread(spreadOf(rounds.map((round) => (100 * round[side].perSecond) / round[of].perSecond)))
  const median = (of: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(of)).median
  const rates = (['ours', 'compressed', 'pgbench', 'fastify'] as const)
    .map((side) => `${side} ${Math.round(median((round) => round[side].perSecond))}/s`)
    .join(', ')
  const times = (['ours', 'pgbench'] as const)
    .map((side) => `${side} ${ms(median((round) => round[side].p50))}/${ms(median((round) => round[side].p99))}`)
    .join(', ')
  const p99 = median((round) => round.ours.p99 / round.pgbench.p99)
  console.log(
    `  ${clients} client${clients > 1 ? 's' : ''}: ${share('pgbench')} % of pgbench, ${share('fastify')} % of Fastify, compressed ${share('ours', 'compressed')} % of that (${rates})`,
  )
  console.log(`    at half of that rate p50/p99 ms: ${times}; p99 ${p99.toFixed(1)} × pgbench`)
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)

/** The ratio of one client's median latency with all the data to that with less data, measured alternately. */
async function compareWithLessData(full: Stage, others: Stage[], one: Case) {
  const growth = new Map<string, number[]>(others.map(({ name }) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    const whole = await medianMs(full, one)
    for (const other of others) {
      const factor = whole / (await medianMs(other, one))
      if (round > 0) growth.get(other.name)?.push(factor)
    }
  }
  const ratios = [...growth].map(([name, factors]) => `${formatSpread(spreadOf(factors), 2)} × '${name}'`)
  console.log(`  grows to ${ratios.join(', ')}`)
}

async function medianMs(stage: Stage, one: Case): Promise<number> {
  const request = await requestOf(stage, one)
  const times: number[] = []
  for (let count = 0; count < 60; count++) {
    await commit(stage) // what is kept of the request before does not grow
    const startedAt = performance.now()
    await sendOne(stage, request)
    times.push(performance.now() - startedAt)
  }
  return percentiles(times).p50
}

async function overHttp(port: number, request: Request, clients: number, folder: string): Promise<Side> {
  const script = join(folder, 'request.lua')
  const headers = Object.entries(request.headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`)
  const body = request.body === undefined ? '' : `wrk.body = [==[${request.body}]==]`
  writeFileSync(script, [`wrk.method = "${request.method}"`, body, ...headers].join('\n'))
  const load = ['-t1', `-c${clients}`, `-d${SECONDS}s`, '-s', script, `http://127.0.0.1:${port}${request.path}`]
  const { stdout } = await run('wrk', load)
  if (/Non-2xx/.test(stdout)) throw new Error(`Refused answers:\n${stdout}`)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const delays = await openLoop(port, request, { rate: Math.max(1, perSecond * HALF), seconds: SECONDS, clients })
  return { perSecond, ...delays }
}

async function pgbench(
  stage: Stage,
  statements: Statement[],
  ownId: string | undefined,
  clients: number,
  folder: string,
): Promise<Side> {
  const { script, variables } = pgbenchScript(statements, ownId)
  const file = join(folder, 'statements.sql')
  writeFileSync(file, script)
  const { host, port, user, database } = stage.postgres.superuser
  const { orgId, userId } = stage.viewer
  const settings = {
    ...{ search_path: 'stodpunkt', role: databaseRoles.app, jit: 'off' },
    ...{ 'app.org_id': orgId, 'app.user_id': userId, 'app.role': 'admin', 'app.customer_id': '' },
  }
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const bench = async (more: string[]) => {
    const all = ['-n', '-M', 'prepared', '-f', file, '-c', `${clients}`, '-j', '1', '-T', `${SECONDS}`]
    const at = ['-h', String(host), '-p', String(port), '-U', String(user)]
    const { stdout, stderr } = await run('pgbench', [...all, ...variables, ...at, ...more, String(database)], {
      cwd: folder,
      env: { ...process.env, PGOPTIONS: options },
    })
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (!perSecond) throw new Error(`pgbench: ${stdout}${stderr}`)
    return perSecond
  }
  const perSecond = await bench([])
  await bench(['-R', String(Math.max(1, perSecond * HALF)), '-l', '--log-prefix=paced'])
  return { perSecond, ...percentiles(loggedMs(folder)) }
}

/** The latency of each transaction in pgbench's log, from its scheduled time. */
function loggedMs(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('paced.'))
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n')
      rmSync(join(folder, name))
      return lines.map((line) => Number(line.split(' ')[2]) / 1000)
    })
}
