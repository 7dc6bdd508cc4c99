// What every drill is, and how its end is judged.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Load } from './load.ts'

/** Refused work must be told so sooner than this. */
const REFUSED_WITHIN_MS = 1000

type Given = {
  /** How often something is killed. */
  rounds: { app: number; database: number }
  /** How long the database is away. */
  seconds: number
  random: () => number
}

export type Outcome = {
  done: string
  acknowledged: number
  missing: number
  twice: number
  refused: number
  slowestRefusalMs: number
  /** From the end of the fault until the product writes again; the longest of several. */
  wellAgainMs: number
  /** In words; none is a pass. */
  faults: string[]
}

export type Drill = {
  name: string
  /** Why it cannot be done here. */
  lacks?: () => string | undefined
  run: (given: Given) => Promise<Outcome>
}

type Judged = { done: string; loads: Load[]; superuser: pg.ClientConfig; wellAgainMs: number; faults?: string[] }

/** Looks for every acknowledged row in the database itself, and at how work was refused. The loads have been stopped. */
export async function judge({ done, loads, superuser, wellAgainMs, faults = [] }: Judged): Promise<Outcome> {
  const found = { acknowledged: 0, missing: 0, twice: 0 }
  for (const load of loads) {
    const stored = await storedMarks(superuser, load.customerId)
    const once = new Set(stored)
    found.acknowledged += load.acknowledged.length
    found.missing += load.acknowledged.filter((mark) => !once.has(mark)).length
    found.twice += stored.length - once.size
  }
  const sameNumber = await ticketsOfOneNumber(superuser)
  const refusals = loads.flatMap((load) => load.refusals)
  const hung = refusals.filter(({ status }) => status === 'hung').length
  const crude = refusals.filter(({ status, retryAfter }) => status !== 'hung' && (status !== 503 || !retryAfter))
  const slowestRefusalMs = Math.round(Math.max(0, ...refusals.map(({ afterMs }) => afterMs)))
  if (found.acknowledged === 0) faults.push('nothing was acknowledged')
  if (found.missing > 0) faults.push(`${found.missing} rows are missing`)
  if (found.twice > 0) faults.push(`${found.twice} rows stand twice`)
  if (sameNumber > 0) faults.push(`${sameNumber} tickets have the number of another`)
  if (hung > 0) faults.push(`${hung} requests got no answer`)
  if (crude.length > 0)
    faults.push(
      `${crude.length} refused without 503 and Retry-After (${[...new Set(crude.map((one) => one.status))].join(', ')})`,
    )
  if (slowestRefusalMs >= REFUSED_WITHIN_MS) faults.push(`a refusal took ${slowestRefusalMs} ms`)
  return { done, ...found, refused: refusals.length, slowestRefusalMs, wellAgainMs: Math.round(wellAgainMs), faults }
}

async function storedMarks(superuser: pg.ClientConfig, customerId: string): Promise<string[]> {
  const { rows } = await query<{ mark: string }>(
    superuser,
    `select description as mark from stodpunkt.time_entries where customer_id = $1
     union all select title from stodpunkt.tickets where customer_id = $1
     union all select comment from stodpunkt.ticket_comments where customer_id = $1`,
    [customerId],
  )
  return rows.map(({ mark }) => mark)
}

/** whatever was cut off, each ticket of an organization has a number of its own. */
async function ticketsOfOneNumber(superuser: pg.ClientConfig): Promise<number> {
  const { rows } = await query<{ count: number }>(
    superuser,
    'select (count(*) - count(distinct (org_id, ticket_number)))::int as count from stodpunkt.tickets',
  )
  return rows[0]?.count ?? Number.NaN
}

export async function query<Row extends pg.QueryResultRow>(
  superuser: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client(superuser)
  client.on('error', () => undefined) // the running query reports it
  await client.connect()
  try {
    return await client.query<Row>(text, values)
  } finally {
    await client.end()
  }
}

/** Milliseconds until /readyz says 200 and a row sent after now is acknowledged. */
export async function untilWell(url: string, load: Load, withinSeconds = 60): Promise<number> {
  const startedAt = performance.now()
  while (!(await isReady(url))) {
    if (performance.now() - startedAt > withinSeconds * 1000) throw new Error(`Not ready after ${withinSeconds} s`)
    await wait(20)
  }
  await load.nextAcknowledged()
  return performance.now() - startedAt
}

async function isReady(url: string) {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  await answer?.body?.cancel().catch(() => undefined)
  return answer?.status === 200
}

/** Stops a process and all below it in their tracks, or lets them go on: what hangs does not say goodbye. */
export function signalTree(pid: number, signal: 'SIGSTOP' | 'SIGCONT') {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)] as const),
  )
  const belongs = (one: number): boolean => one === pid || (parents.has(one) && belongs(parents.get(one) ?? 0))
  for (const one of [...parents.keys()].filter(belongs)) {
    try {
      process.kill(one, signal)
    } catch {
      // It ended meanwhile.
    }
  }
}

function parentOf(pid: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
