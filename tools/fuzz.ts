// `npm run fuzz -- --requests 1000000 --seconds 1800 --seed 7`: sends a million generated requests to the built product
// over real sockets, on its own data. Every response must match the contract, in Swedish and without internals; no
// error may be logged, the process must not exit, and its memory must not grow. TRUST_PROXY lets the requests come from
// many client addresses, so that rate limits do not refuse them all.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { onDatabase } from '#app/cli/operator-database.ts'
import { readSecrets } from '#app/keys/secrets-file.ts'
import { openAccessTokens, type SigningKey } from '#features/auth/server/access-token.ts'
import type { Database } from '#platform/database/database.ts'
import { openActors } from '#tests/fuzz/actors.ts'
import { fuzz, type Outcome } from '#tests/fuzz/fuzz.ts'
import { garbage, sendBytes, smuggled, statusesIn } from '#tests/fuzz/garbage.ts'
import type { OpenApi } from '#tests/fuzz/operations.ts'
import { overSockets } from './support/fuzz-sockets.ts'
import { FLAT, heapTrend, MIN_SAMPLES, probed, residentGrowth, type Sample, sampleMemory } from './support/memory.ts'
import { pipelined } from './support/pipelined.ts'
import { startProduct, temporaryDataDir } from './support/product.ts'
import { slowloris } from './support/slowloris.ts'

/** The share by which the heap may grow after the warm-up; more is a leak. */
const MAX_HEAP_GROWTH = 0.1
const GARBAGE = 3000
const SLOW_SOCKETS = 1000
const UNREAD = { connections: 80, requests: 1800, seconds: 10, maxMb: 100, maxMs: 500 }

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '1800' },
    seed: { type: 'string', default: '7' },
  },
})
const [requests, seconds, seed] = [Number(options.requests), Number(options.seconds), Number(options.seed)]
console.log(`at most ${requests} requests, ${seconds} s, seed ${seed}`)
const dataDir = temporaryDataDir()
const product = await startProduct({
  dataDir: dataDir.path,
  environment: {
    ...probed,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '127.0.0.1',
    RECEIPTS_PER_DAY: '100000',
    // The host of the mailbox among the first rows, on a port that only a private host may have.
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  },
})
const send = overSockets(product.port)
const problems: string[] = []
try {
  const startedAt = performance.now()
  const memory: Sample[] = []
  const outcome = await onDatabase({ DATABASE_URL: undefined, DATA_DIR: dataDir.path }, (database) =>
    run(database, memory),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  const refused = await sendGarbage()
  const slow = await slowloris(product.port, SLOW_SOCKETS, 40)
  report(outcome, memory, elapsed, refused)
  console.log(
    `${slow.opened} slow connections: closed within ${slow.closedAfter} s, others answered in at most ${slow.answeredInMs} ms`,
  )
  if (slow.stillOpen > 0) problems.push(`${slow.stillOpen} slow connections are still open`)
  const unread = await pipelined(product, UNREAD.connections, UNREAD.requests, UNREAD.seconds)
  console.log(
    `${UNREAD.connections} connections that read no response: ${unread.grownMb} MB more, others answered in at most ${unread.answeredInMs} ms`,
  )
  if ((unread.grownMb ?? 0) > UNREAD.maxMb) problems.push(`unread responses took ${unread.grownMb} MB`)
  if (unread.answeredInMs > UNREAD.maxMs)
    problems.push(`with unread responses another request took ${unread.answeredInMs} ms`)
  const isUp = product.process.exitCode === null && (await fetch(`${product.url}/readyz`)).status === 200
  if (!isUp) problems.push('the process has exited')
  const logged = product
    .output()
    .split('\n')
    .filter((line) => /^\{"level":(5|6)0/.test(line))
  problems.push(...new Set(logged.map(errorIn)))
} finally {
  send.close()
  await product.stop().catch((error: unknown) => problems.push(String(error)))
  dataDir.remove()
}
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? '\nNo problems.' : `\n${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1

async function run(database: Database, memory: Sample[]) {
  const secrets = await readSecrets(`${dataDir.path}/secrets.json`)
  if (!secrets) throw new Error('The data folder has no keys')
  const tokens = await openAccessTokens(secrets.signingKeys as [SigningKey, ...SigningKey[]])
  const { id } = await database.as('owner', (db) =>
    db.selectFrom('organizations').select('id').executeTakeFirstOrThrow(),
  )
  const actors = await openActors(database, tokens, id)
  const answer = await fetch(`${product.url}/api/openapi.json`, {
    headers: { authorization: `Bearer ${await actors.tokenOf('admin')}` },
  })
  const description = (await answer.json()) as OpenApi
  let sent = 0
  const stop = sampleMemory(product, memory, () => sent)
  try {
    return await fuzz({ description, actors, send, seed, requests, seconds, concurrency: 12, onAnswer: () => sent++ })
  } finally {
    await stop()
  }
}

/** The message and stack of a logged error. */
function errorIn(line: string) {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { stack?: string } }
  return `logged: ${msg ?? ''} ${err?.stack?.slice(0, 600) ?? ''}`
}

/** Sends bytes that are not requests: each must be refused or its connection closed, never with a 5xx. */
async function sendGarbage() {
  const generated = fc.sample(garbage, { seed, numRuns: GARBAGE })
  const statuses: Record<string, number> = {}
  for (const bytes of [...Object.values(smuggled), ...generated]) {
    const found = statusesIn(await sendBytes(product.port, bytes))
    for (const status of found.length > 0 ? found : ['closed']) statuses[status] = (statuses[status] ?? 0) + 1
    if (found.some((status) => status >= 500))
      problems.push(`${found.join(', ')} to ${JSON.stringify(bytes.slice(0, 300))}`)
  }
  return statuses
}

function report(outcome: Outcome, memory: Sample[], elapsed: number, refused: Record<string, number>) {
  const { sent, statuses, operations, uncovered, failures } = outcome
  console.log(
    `${sent} requests in ${Math.round(elapsed)} s (${Math.round(sent / elapsed)} a second), ${operations - uncovered.length} of ${operations} operations succeeded`,
  )
  console.log(
    `answers: ${Object.entries(statuses)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  )
  console.log(
    `garbage: ${Object.entries(refused)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  )
  reportMemory(memory)
  problems.push(...failures.map(({ seed: failedSeed, fault, curl }) => `seed ${failedSeed}: ${fault}\n  ${curl}`))
}

function reportMemory(memory: Sample[]) {
  const [growth, trend] = [residentGrowth(memory), heapTrend(memory)]
  const twelve = (of: 'bytes' | 'heap') =>
    memory
      .filter((_, index) => index % Math.ceil(memory.length / 12) === 0)
      .map((sample) => Math.round(sample[of] / 2 ** 20))
      .join(' ')
  console.log(`resident after a collection, MiB: ${twelve('bytes')}; end / fifth ${growth.toFixed(3)}`)
  console.log(
    `heap after a collection, MiB: ${twelve('heap')}; trend over the last four fifths ${(trend * 100).toFixed(1)} %`,
  )
  if (memory.length < MIN_SAMPLES) return console.log('the run is too short to judge memory')
  if (growth > FLAT) problems.push(`resident memory grows to ${growth.toFixed(3)} times that at a fifth`)
  if (trend > MAX_HEAP_GROWTH) problems.push(`the heap grows by ${(trend * 100).toFixed(1)} %`)
}
