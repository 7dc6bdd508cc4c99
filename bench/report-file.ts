// A report as a streamed CSV file: Node's memory must not grow with the number of rows, nor with a client that reads slowly.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { FLAT, measureMemory, probed, residentMb } from '../tools/support/memory.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'
import { openStage, type Stage } from './stage.ts'

const ROUNDS = 5
const FEW = 10_000
const MANY = 100_000
const SAMPLE_MS = 10
/** Pause of the slow reader after each chunk. */
const SLOW_MS = 20

export const reportFile: Part = {
  name: 'report-file',
  title: `a report as CSV on the full demo, ${ROUNDS} times each in turn; median (min–max)`,
  missing: () => (process.platform === 'linux' ? undefined : 'resident memory can be measured on Linux only'),
  run: async () => {
    const stage = await openStage('full', { environment: probed })
    try {
      const few = await makeReport(stage, FEW)
      const many = await makeReport(stage, MANY)
      const kinds: Kind[] = [
        { name: `${FEW} rows`, id: few, rows: FEW, pauseMs: 0, fetched: [] },
        { name: `${MANY} rows`, id: many, rows: MANY, pauseMs: 0, fetched: [] },
        { name: `${MANY} rows, read slowly`, id: many, rows: MANY, pauseMs: SLOW_MS, fetched: [] },
      ]
      for (let round = 0; round <= ROUNDS; round++) {
        for (const { id, rows, pauseMs, fetched } of kinds) {
          const one = await fetchFile(stage, id, pauseMs)
          if (one.lines !== rows + 1) throw new Error(`A file of ${rows} rows had ${one.lines} lines`)
          if (round > 0) fetched.push(one) // the first round warms up
        }
      }
      report(kinds)
    } finally {
      await stage.stop()
    }
  },
}

type Kind = { name: string; id: string; rows: number; pauseMs: number; fetched: Fetched[] }

/** The first kind is the one with few rows. */
function report(kinds: Kind[]) {
  const peaks: number[] = []
  for (const { name, fetched } of kinds) {
    const of = (value: (one: Fetched) => number) => spreadOf(fetched.map(value))
    const size = of(({ megabytes }) => megabytes).median.toFixed(1)
    const first = formatSpread(of(({ firstMs }) => firstMs))
    const whole = formatSpread(
      of(({ seconds }) => seconds),
      2,
    )
    const peak = of(({ peakMb }) => peakMb)
    peaks.push(peak.median)
    console.log(
      `${name}, ${size} MB: first line after ${first} ms, complete after ${whole} s; Node at most ${formatSpread(peak)} MB`,
    )
  }
  const [ofFew = Number.NaN, ...ofMany] = peaks
  const growth = Math.max(...ofMany) / ofFew
  const isFlat = growth <= FLAT
  console.log(
    `ten times the rows: ${growth.toFixed(2)} times the memory, at most ${FLAT}: ${isFlat ? 'met' : 'NOT MET'}`,
  )
  if (!isFlat) process.exitCode = 1
}

/** Leaves only the newest `rows` time entries of the organization unreported, and creates a report of them. */
async function makeReport({ product, query, viewer, token }: Stage, rows: number): Promise<string> {
  const { rows: days } = await query<{ from: string; to: string }>(
    `with ranked as (
       select id, work_date, row_number() over (order by work_date desc, id desc) <= $2 as is_open
       from time_entries where org_id = $1 and deleted_at is null),
     changed as (
       update time_entries e set reported = not is_open, reported_at = case when not is_open then now() end
       from ranked where e.org_id = $1 and e.id = ranked.id and e.reported = is_open)
     select min(work_date)::text as "from", max(work_date)::text as "to" from ranked where is_open`,
    [viewer.orgId, rows],
  )
  const answer = await fetch(`${product.url}/api/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
    body: JSON.stringify({ customerId: '', ...days[0] }),
  })
  const created = (await answer.json()) as { id: string; rows: number }
  if (created.rows !== rows)
    throw new Error(`The report of ${rows} rows was answered ${answer.status} ${JSON.stringify(created)}`)
  return created.id
}

type Fetched = { firstMs: number; seconds: number; megabytes: number; lines: number; peakMb: number }

async function fetchFile({ product, token }: Stage, id: string, pauseMs: number): Promise<Fetched> {
  const headers = { authorization: `Bearer ${await token()}` }
  await measureMemory(product)
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(product) ?? 0)
  }, SAMPLE_MS)
  try {
    const startedAt = performance.now()
    const [answer] = (await once(
      get({ port: product.port, host: '127.0.0.1', path: `/api/reports/${id}/csv`, headers }),
      'response',
    )) as [IncomingMessage]
    let firstMs: number | undefined
    let bytes = 0
    let lines = 0
    for await (const piece of answer as AsyncIterable<Buffer>) {
      firstMs ??= performance.now() - startedAt
      bytes += piece.length
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++
      if (pauseMs > 0) await wait(pauseMs)
    }
    const seconds = (performance.now() - startedAt) / 1000
    return { firstMs: firstMs ?? Number.NaN, seconds, megabytes: bytes / 1e6, lines, peakMb }
  } finally {
    clearInterval(sampling)
  }
}
