// `npm run drill`: pulls the plug. While time is logged through the API, Node or PostgreSQL is killed (kill -9) at random
// moments of a seed. Afterwards nothing that was acknowledged may be missing, nothing sent again may stand twice, and
// the product must be up again by itself: Node when it is started again, PostgreSQL without anybody doing anything.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { customers } from '#customers/customers.contract.ts'
import { isAlive } from '#db/embedded/data-lock.ts'
import { type Client, openClient, startWriters, storedMarks } from './testing/drill-client.ts'
import { type Product, startProduct, temporaryDataDir } from './testing/product.ts'

type Victim = 'node' | 'postgres'
type Round = {
  victim: Victim
  killedAfterMs: number
  readyAgainMs: number
  acknowledged: number
  sentAgain: number
  missing: number
  twice: number
}

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '2017' },
    writers: { type: 'string', default: '4' },
  },
})
const random = randomFrom(Number(given.seed))
const environment = { LOG_LEVEL: 'warn' }
const dataDir = temporaryDataDir()
const rounds: Round[] = []
const acknowledgements: { customerId: string; file: string }[] = []

console.log(`${given.rounds} times each, ${given.writers} writers, seed ${given.seed}, in ${dataDir.path}`)
let product = await startProduct({ dataDir: dataDir.path, environment }).catch((error: unknown) => {
  dataDir.remove()
  throw error
})
const client = openClient(product.url)
try {
  for (let count = 0; count < Number(given.rounds); count++) {
    for (const victim of ['node', 'postgres'] as const) rounds.push(await drill(victim))
  }
  console.table(rounds)
  const lost = await lostInAll(client)
  const failures = rounds.filter(({ missing, twice }) => missing + twice > 0).length + lost
  console.log(`${sumOf('acknowledged')} rows acknowledged, ${lost} of them missing at the end`)
  await product.stop()
  console.log(`\n${rounds.length - failures} passed, ${failures} failed`)
  process.exitCode = failures > 0 ? 1 : 0
} finally {
  product.process.kill('SIGKILL')
  await wait(1000) // the database follows Node
  dataDir.remove()
}

async function drill(victim: Victim): Promise<Round> {
  const { id: customerId } = await client.call(customers.create, { body: { name: `Övning ${rounds.length + 1}` } })
  const file = join(dataDir.path, '..', `acknowledged-${rounds.length + 1}`)
  acknowledgements.push({ customerId, file })
  const writers = startWriters(client, { count: Number(given.writers), customerId, file })
  const killedAfterMs = Math.round(150 + random() * 1850)
  await wait(killedAfterMs)

  const killedAt = performance.now()
  if (victim === 'node') product = await killNode(product)
  else await killPostgres(product)
  const readyAgainMs = Math.round(performance.now() - killedAt)

  await wait(500) // what was under way is sent again, and new rows are written
  const sentAgain = await writers.stop()
  if (victim === 'postgres') {
    // The supervisor gives up after five deaths within a minute: a new process counts afresh.
    await product.stop()
    product = await startProduct({ dataDir: dataDir.path, port: product.port, environment })
  }
  const acknowledged = linesOf(file)
  const stored = await storedMarks(client, customerId)
  const round = {
    ...{ victim, killedAfterMs, readyAgainMs, acknowledged: acknowledged.length, sentAgain },
    missing: acknowledged.filter((mark) => !stored.includes(mark)).length,
    twice: stored.length - new Set(stored).size,
  }
  console.log(JSON.stringify(round))
  return round
}

async function killNode({ process: node, ended, port }: Product) {
  node.kill('SIGKILL')
  await ended
  return startProduct({ dataDir: dataDir.path, port, environment })
}

/** Resolves when the product answers from the database again. */
async function killPostgres(running: Product) {
  const [pid] = readFileSync(join(dataDir.path, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const deadline = Date.now() + 60_000
  while (isAlive(Number(pid))) await wait(5)
  while ((await fetch(`${running.url}/readyz`).catch(() => undefined))?.status !== 200) {
    if (running.process.exitCode !== null)
      throw new Error(`Node died with PostgreSQL.\n${running.output().slice(-3000)}`)
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not come back.\n${running.output().slice(-3000)}`)
    await wait(10)
  }
}

/** A row may also be lost by a later death. */
async function lostInAll(client: Client) {
  let lost = 0
  for (const { customerId, file } of acknowledgements) {
    const stored = new Set(await storedMarks(client, customerId))
    lost += linesOf(file).filter((mark) => !stored.has(mark)).length
  }
  return lost
}

function linesOf(file: string) {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

function sumOf(key: 'acknowledged' | 'missing') {
  return rounds.reduce((total, round) => total + round[key], 0)
}

/** mulberry32: small, seeded, good enough to pick moments. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
