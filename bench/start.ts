// Time from the start of the built product until it is ready, Node's memory at rest, and the time and size of an installation.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { residentMb } from '../tools/support/memory.ts'
import { startProduct, temporaryDataDir } from '../tools/support/product.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'

const ROUNDS = 5
const REST_MS = 5000
/** Budgets: seconds to /readyz, and MB of Node's resident memory. */
const limits = { fresh: 3, existing: 1.5, resident: 200 }
const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

export const start: Part = {
  name: 'start',
  title: `start of the built product with its embedded PostgreSQL, ${ROUNDS} rounds; median (min–max)`,
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
    await install()
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

function report(label: string, unit: string, limit: number, values: number[]) {
  const spread = spreadOf(values)
  const isMet = spread.median <= limit
  console.log(
    `${label}: ${formatSpread(spread, unit === 's' ? 2 : 0)} ${unit}, at most ${limit}: ${isMet ? 'met' : 'NOT MET'}`,
  )
  if (!isMet) process.exitCode = 1
}

/** `npm ci` as in the README into a temporary folder, from the registry or npm's cache. */
async function install() {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-install-'))
  try {
    for (const more of [[], ['--omit=dev']]) {
      for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
      const startedAt = performance.now()
      await run('npm', ['ci', '--no-audit', '--no-fund', ...more], { cwd: folder })
      const seconds = (performance.now() - startedAt) / 1000
      const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')])
      console.log(`npm ci ${more.join(' ')}: ${seconds.toFixed(0)} s, ${stdout.split('\t')[0]} MB`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
