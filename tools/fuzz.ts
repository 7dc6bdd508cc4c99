// `npm run fuzz -- --requests 1000000 --seconds 1800 --seed 7`: a million requests of a seed to the built product over real
// sockets, on data of its own. Every answer must be as declared, Swedish and silent about the inside; nothing may be logged as
// an error, nothing may end the process, and what it holds in memory must not grow. Limits are met as from many networks: the
// product believes the proxy that this is (TRUST_PROXY).
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { onDatabase } from '#app/cli/operator-database.ts'
import { readSecrets } from '#app/keys/secrets-file.ts'
import { openAccessTokens, type SigningKey } from '#auth/server/access-token.ts'
import type { Database } from '#db/database.ts'
import { openActors } from '#tests/fuzz/actors.ts'
import { fuzz, type Outcome } from '#tests/fuzz/fuzz.ts'
import { garbage, sendBytes, smuggled, statusesIn } from '#tests/fuzz/garbage.ts'
import type { OpenApi } from '#tests/fuzz/requests.ts'
import { overSockets } from './support/fuzz-sockets.ts'
import { endOverFifth, FLAT, JUDGED_FROM, probed, riseOfObjects, type Sample, sampleMemory } from './support/memory.ts'
import { pipelined } from './support/pipelined.ts'
import { startProduct, temporaryDataDir } from './support/product.ts'
import { slowloris } from './support/slowloris.ts'

/** By how large a part the objects left after a collection may grow behind the warm-up: more is kept and forgotten. */
const GROWN = 0.1
const GARBAGE = 3000
const SLOW_SOCKETS = 1000
const UNREAD = { connections: 80, requests: 1800, seconds: 10, mostMb: 100, mostMs: 500 }

const { values: given } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '1800' },
    seed: { type: 'string', default: '7' },
  },
})
const [requests, seconds, seed] = [Number(given.requests), Number(given.seconds), Number(given.seed)]
console.log(`at most ${requests} requests, ${seconds} s, seed ${seed}`)
const dataDir = temporaryDataDir()
const product = await startProduct({
  dataDir: dataDir.path,
  environment: {
    ...probed,
    ...{ LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1', RECEIPTS_PER_DAY: '100000' },
  },
})
const send = overSockets(product.port)
const problems: string[] = []
try {
  const began = performance.now()
  const memory: Sample[] = []
  const outcome = await onDatabase({ DATABASE_URL: undefined, DATA_DIR: dataDir.path }, (database) =>
    run(database, memory),
  )
  const took = (performance.now() - began) / 1000
  const refused = await sendGarbage()
  const slow = await slowloris(product.port, SLOW_SOCKETS, 40)
  tell(outcome, memory, took, refused)
  console.log(
    `${slow.opened} slow connections: closed within ${slow.closedAfter} s, others answered in at most ${slow.answeredInMs} ms`,
  )
  if (slow.stillOpen > 0) problems.push(`${slow.stillOpen} slow connections are still open`)
  const unread = await pipelined(product, UNREAD.connections, UNREAD.requests, UNREAD.seconds)
  console.log(
    `${UNREAD.connections} connections that read no answer: ${unread.grownMb} MB more, others answered in at most ${unread.answeredInMs} ms`,
  )
  if ((unread.grownMb ?? 0) > UNREAD.mostMb) problems.push(`unread answers took ${unread.grownMb} MB`)
  if (unread.answeredInMs > UNREAD.mostMs) problems.push(`beside unread answers one took ${unread.answeredInMs} ms`)
  const isUp = product.process.exitCode === null && (await fetch(`${product.url}/readyz`)).status === 200
  if (!isUp) problems.push('the process is gone')
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
console.log(
  problems.length === 0 ? '\nEverything was answered as it should be.' : `\n${problems.length} things are wrong.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

async function run(database: Database, memory: Sample[]) {
  const secrets = await readSecrets(`${dataDir.path}/secrets.json`)
  if (!secrets) throw new Error('There are no keys')
  const tokens = await openAccessTokens(secrets.signingKeys as [SigningKey, ...SigningKey[]])
  const { id } = await database.as('owner', (db) =>
    db.selectFrom('organizations').select('id').executeTakeFirstOrThrow(),
  )
  const cast = await openActors(database, tokens, id)
  const answer = await fetch(`${product.url}/api/openapi.json`, {
    headers: { authorization: `Bearer ${await cast.tokenOf('admin')}` },
  })
  const description = (await answer.json()) as OpenApi
  let sent = 0
  const stop = sampleMemory(product, memory, () => sent)
  try {
    return await fuzz({ description, cast, send, seed, requests, seconds, atOnce: 12, onAnswer: () => sent++ })
  } finally {
    await stop()
  }
}

/** The error of a line of the log, where it was thrown. */
function errorIn(line: string) {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { stack?: string } }
  return `logged: ${msg ?? ''} ${err?.stack?.slice(0, 600) ?? ''}`
}

/** Bytes that are no requests: each is refused or closed, and never answered as two. */
async function sendGarbage() {
  const drawn = fc.sample(garbage, { seed, numRuns: GARBAGE })
  const statuses: Record<string, number> = {}
  for (const bytes of [...Object.values(smuggled), ...drawn]) {
    const found = statusesIn(await sendBytes(product.port, bytes))
    for (const status of found.length > 0 ? found : ['closed']) statuses[status] = (statuses[status] ?? 0) + 1
    if (found.some((status) => status >= 500))
      problems.push(`${found.join(', ')} to ${JSON.stringify(bytes.slice(0, 300))}`)
  }
  return statuses
}

function tell(outcome: Outcome, memory: Sample[], took: number, refused: Record<string, number>) {
  const { sent, statuses, met, operations, failures } = outcome
  console.log(
    `${sent} requests in ${Math.round(took)} s (${Math.round(sent / took)} a second), ${met} of ${operations} operations carried out`,
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
  tellMemory(memory)
  problems.push(...failures.map(({ seed: own, fault, curl }) => `seed ${own}: ${fault}\n  ${curl}`))
}

function tellMemory(memory: Sample[]) {
  const [growth, rise] = [endOverFifth(memory), riseOfObjects(memory)]
  const twelve = (of: 'bytes' | 'heap') =>
    memory
      .filter((_, place) => place % Math.ceil(memory.length / 12) === 0)
      .map((sample) => Math.round(sample[of] / 2 ** 20))
      .join(' ')
  console.log(`resident after a collection, MiB: ${twelve('bytes')}; end / fifth ${growth.toFixed(3)}`)
  console.log(
    `objects after a collection, MiB: ${twelve('heap')}; the line through the last four fifths rises by ${(rise * 100).toFixed(1)} %`,
  )
  if (memory.length < JUDGED_FROM) return console.log('too short a run to judge memory')
  if (growth > FLAT) problems.push(`resident memory grows to ${growth.toFixed(3)} times that at a fifth`)
  if (rise > GROWN) problems.push(`objects grow by ${(rise * 100).toFixed(1)} %`)
}
