// The type of a drill, and the checks at its end.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { WAIT_TIMEOUT_MS } from '#platform/database/database.ts'
import { isReady } from '../../support/product.ts'
import type { Load } from './load.ts'

/** The maximum time of a refusal: WAIT_TIMEOUT_MS of the pool and the time to respond. */
export const REFUSED_WITHIN_MS = WAIT_TIMEOUT_MS + 200

type Options = {
  /** How often each process is killed. */
  rounds: { app: number; database: number }
  /** Duration of a database outage. */
  seconds: number
  random: () => number
}

export type Outcome = {
  /** A description of the fault, for the report. */
  injected: string
  acknowledged: number
  missing: number
  duplicates: number
  refused: number
  slowestRefusalMs: number
  /** From the end of the fault until a write succeeds; the longest of several. */
  recoveryMs: number
  /** Descriptions of what failed; empty if the drill passed. */
  faults: string[]
}

export type Drill = {
  name: string
  /** Why the drill cannot run on this machine. */
  unavailable?: () => string | undefined
  run: (options: Options) => Promise<Outcome>
}

type Evidence = {
  injected: string
  loads: Load[]
  superuser: pg.ClientConfig
  recoveryMs: number
  faults?: string[]
}

/** Checks that every acknowledged row is stored once and how requests were refused. Stop the loads before the call. */
export async function judge({ injected, loads, superuser, recoveryMs, faults = [] }: Evidence): Promise<Outcome> {
  const found = { acknowledged: 0, missing: 0, duplicates: 0 }
  for (const load of loads) {
    const stored = await storedMarks(superuser, load.customerId)
    const unique = new Set(stored)
    found.acknowledged += load.acknowledged.length
    found.missing += load.acknowledged.filter((mark) => !unique.has(mark)).length
    found.duplicates += stored.length - unique.size
  }
  const sharedNumbers = await ticketsWithSharedNumber(superuser)
  const refusals = loads.flatMap((load) => load.refusals)
  const timeouts = refusals.filter(({ status }) => status === 'timeout').length
  const improper = refusals.filter(({ status, retryAfter }) => status !== 'timeout' && (status !== 503 || !retryAfter))
  const slowestRefusalMs = Math.round(Math.max(0, ...refusals.map(({ afterMs }) => afterMs)))
  if (found.acknowledged === 0) faults.push('nothing was acknowledged')
  if (found.missing > 0) faults.push(`${found.missing} rows are missing`)
  if (found.duplicates > 0) faults.push(`${found.duplicates} rows are stored twice`)
  if (sharedNumbers > 0) faults.push(`${sharedNumbers} tickets have the number of another`)
  if (timeouts > 0) faults.push(`${timeouts} requests timed out`)
  if (improper.length > 0)
    faults.push(
      `${improper.length} refused without 503 and Retry-After (${[...new Set(improper.map((one) => one.status))].join(', ')})`,
    )
  if (slowestRefusalMs >= REFUSED_WITHIN_MS) faults.push(`a refusal took ${slowestRefusalMs} ms`)
  return { injected, ...found, refused: refusals.length, slowestRefusalMs, recoveryMs: Math.round(recoveryMs), faults }
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

/** ticket numbers are unique within an organization, whatever was interrupted. */
async function ticketsWithSharedNumber(superuser: pg.ClientConfig): Promise<number> {
  const { rows } = await query<{ count: number }>(
    superuser,
    'select (count(*) - count(distinct (org_id, ticket_number)))::int as count from stodpunkt.tickets',
  )
  return rows[0]?.count ?? Number.NaN
}

/** Runs one statement on a new connection. */
export async function query<Row extends pg.QueryResultRow>(
  superuser: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client(superuser)
  client.on('error', () => undefined) // the running query reports the error
  await client.connect()
  try {
    return await client.query<Row>(text, values)
  } finally {
    await client.end()
  }
}

/** Milliseconds until /readyz answers 200 and a row sent after that is acknowledged. Rejects after `withinSeconds`. */
export async function untilRecovered(url: string, load: Load, withinSeconds = 60): Promise<number> {
  const startedAt = performance.now()
  while (!(await isReady(url))) {
    if (performance.now() - startedAt > withinSeconds * 1000) throw new Error(`Not ready after ${withinSeconds} s`)
    await wait(20)
  }
  await load.nextAcknowledged()
  return performance.now() - startedAt
}

/** Stops or continues a process and its descendants. */
export function signalTree(pid: number, signal: 'SIGSTOP' | 'SIGCONT') {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)] as const),
  )
  const isDescendant = (one: number): boolean =>
    one === pid || (parents.has(one) && isDescendant(parents.get(one) ?? 0))
  for (const one of [...parents.keys()].filter(isDescendant)) {
    try {
      process.kill(one, signal)
    } catch {
      // It has exited meanwhile.
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
