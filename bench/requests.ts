// Single requests, writes and whole visits of a ticket, saturated by clients: each request another, and a commit beside
// them once a second. BENCH_CASES chooses others of reads.ts by name, separated by semicolons.
import { findBrowser } from '../tools/ensure-browser.ts'
import { randomFrom } from '../tools/support/random.ts'
import { type Askers, type Client, openAskers, openClient, pick } from './client.ts'
import { startCommits } from './commits.ts'
import { type Part, percentile } from './part.ts'
import { measureProcessorTime, untilIdle } from './processor-time.ts'
import { askRead, reads } from './reads.ts'
import type { Build } from './stage.ts'
import { inTurns, type Measured } from './turns.ts'
import { recordVisits, type Visits, visit } from './visit.ts'
import { writes } from './writes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const CLIENTS = [1, 16]
const USUAL = ['Dashboard', 'tickets', 'screen of a ticket', 'screen of a customer', 'tickets searched']
const VISIT = 'visit of a ticket'
const CHOSEN = process.env.BENCH_CASES?.split(';') ?? [VISIT, ...writes.map(({ name }) => name), ...USUAL]

type Context = { build: Build; askers: Askers; random: () => number }
/** What a client does again and again. */
type Case = { name: string; act: (client: Client, context: Context) => Promise<unknown> }

const cases = (visits: Visits): Case[] => [
  { name: VISIT, act: (client, { build, askers, random }) => visit(client, build, visits, askers, random) },
  ...writes.map(({ name, request }) => ({
    name,
    act: (client: Client, { build: { data }, askers, random }: Context) =>
      client.ask(pick(askers.staff, random), request(data, random)),
  })),
  ...reads.map((read) => ({
    name: read.name,
    act: (client: Client, { build, askers, random }: Context) => askRead(client, build, askers, read, random),
  })),
]

export const requests: Part = {
  name: 'requests',
  title: `requests, writes and visits as fast as clients can send, ${ROUNDS} rounds of ${SECONDS} s in turns`,
  missing: () => (CHOSEN.includes(VISIT) && !findBrowser() ? 'chromium not installed' : undefined),
  run: async (stages) => {
    const { builds } = await stages()
    for (const build of builds) await requireDurable(build)
    const visits: Visits = CHOSEN.includes(VISIT) ? await recordVisits(builds) : new Map()
    const known = cases(visits)
    const chosen = CHOSEN.map((name) => known.find((one) => one.name === name))
    const unknown = CHOSEN.filter((_, index) => !chosen[index])
    if (unknown.length > 0) throw new Error(`BENCH_CASES: ${unknown.join('; ')} are not known`)
    await inTurns(
      builds,
      ROUNDS,
      chosen
        .filter((one) => one !== undefined)
        .flatMap((one) => CLIENTS.map((count) => (build: Build, round: number) => saturate(build, one, count, round))),
    )
  },
}

/** A write is only as slow as in operation when its commit waits for the disk. */
async function requireDurable({ name, query }: Build) {
  const { rows } = await query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  )
  if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') throw new Error(`The commits of ${name} are not durable`)
}

async function saturate(build: Build, { name, act }: Case, clients: number, round: number): Promise<Measured> {
  const askers = await openAskers(build)
  // Each build gets the same choices.
  const random = randomFrom(1000 * round + clients)
  const stopCommits = await startCommits(build, randomFrom(round))
  const times: number[] = []
  const processorTime = measureProcessorTime(build)
  const startedAt = performance.now()
  const work = async () => {
    const client = openClient(build)
    while (performance.now() - startedAt < SECONDS * 1000) {
      const sentAt = performance.now()
      await act(client, { build, askers, random })
      times.push(performance.now() - sentAt)
    }
    client.close()
  }
  try {
    await Promise.all(Array.from({ length: clients }, work))
  } finally {
    await stopCommits()
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { nodeMs, databaseMs } = processorTime()
  await untilIdle(build)
  const label = `${name}, ${clients} client${clients > 1 ? 's' : ''}`
  return {
    [`${label}: per second`]: times.length / seconds,
    [`${label}: median ms`]: percentile(times, 0.5),
    [`${label}: processor ms of Node`]: nodeMs / times.length,
    [`${label}: and of PostgreSQL`]: databaseMs / times.length,
  }
}
