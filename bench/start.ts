// Time from the start of the built product until it is ready, Node's memory at rest, and Node's memory and the latency
// of others while connections pipeline requests and read no response.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from '../tools/support/memory.ts'
import { pipelined } from '../tools/support/pipelined.ts'
import { startProduct, temporaryDataDir } from '../tools/support/product.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'

const ROUNDS = 5
const REST_MS = 5000
/** Budgets: seconds to /readyz, MB of Node's resident memory, MB more during a flood, and ms of /healthz meanwhile. */
const limits = { fresh: 3, existing: 1.5, resident: 200, flooded: 100, healthz: 500 }
const FLOOD = { connections: 80, requests: 1800, seconds: 10 }
const root = join(import.meta.dirname, '..')

export const start: Part = {
  name: 'start',
  title: `start of the built product with its embedded PostgreSQL, and floods, ${ROUNDS} rounds; median (min–max)`,
  missing: () => undefined,
  run: async () => {
    rmSync(join(root, 'dist/compile-cache'), { recursive: true, force: true })
    console.log(`on an empty folder, the first after a build: ${(await startTwice()).fresh.toFixed(2)} s`)
    const rounds: Started[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await startTwice())
    report(
      'on an empty folder',
      's',
      limits.fresh,
      rounds.map(({ fresh }) => fresh),
    )
    report(
      'on existing data',
      's',
      limits.existing,
      rounds.map(({ existing }) => existing),
    )
    const residents = rounds.map(({ resident }) => resident).filter((resident) => resident !== undefined)
    if (residents.length > 0) report('Node at rest', 'MB', limits.resident, residents)
    await floods()
  },
}

type Started = { fresh: number; existing: number; resident: number | undefined }

async function startTwice(): Promise<Started> {
  const dataDir = temporaryDataDir()
  const startIn = async () => {
    const startedAt = performance.now()
    const product = await startProduct({ dataDir: dataDir.path, environment: { LOG_LEVEL: 'warn' } })
    return { product, seconds: (performance.now() - startedAt) / 1000 }
  }
  try {
    const first = await startIn()
    await first.product.stop()
    const second = await startIn()
    await wait(REST_MS)
    const resident = residentMb(second.product)
    await second.product.stop()
    return { fresh: first.seconds, existing: second.seconds, resident }
  } finally {
    dataDir.remove()
  }
}

async function floods() {
  const dataDir = temporaryDataDir()
  const flooded: number[] = []
  const healthz: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const product = await startProduct({ dataDir: dataDir.path, environment: { LOG_LEVEL: 'warn' } })
      const { grownMb, answeredInMs } = await pipelined(product, FLOOD.connections, FLOOD.requests, FLOOD.seconds)
      await product.stop()
      if (grownMb !== undefined) flooded.push(grownMb)
      healthz.push(answeredInMs)
    }
  } finally {
    dataDir.remove()
  }
  const flood = `${FLOOD.connections} connections with ${FLOOD.requests} unread requests each`
  report(`${flood}: memory grows by`, 'MB', limits.flooded, flooded)
  report('/healthz meanwhile', 'ms', limits.healthz, healthz)
}

function report(label: string, unit: string, limit: number, values: number[]) {
  const spread = spreadOf(values)
  const isMet = spread.median <= limit
  console.log(
    `${label}: ${formatSpread(spread, unit === 's' ? 2 : 0)} ${unit}, at most ${limit}: ${isMet ? 'met' : 'NOT MET'}`,
  )
  if (!isMet) process.exitCode = 1
}
