// How long the built product takes to its first good answer, what Node holds then at rest, and what an installation costs.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { residentMb } from '../tools/support/memory.ts'
import { startProduct, temporaryDataDir } from '../tools/support/product.ts'
import { type Part, said, spreadOf } from './part.ts'

const ROUNDS = 5
const REST_MS = 5000
/** What is promised: seconds to /readyz, and MB that Node holds. */
const limits = { fresh: 3, existing: 1.5, resident: 200 }
const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

export const start: Part = {
  name: 'start',
  title: `start of the built product with its embedded PostgreSQL, ${ROUNDS} rounds; median (least–most)`,
  missing: () => undefined,
  run: async () => {
    rmSync(join(root, 'dist/compile-cache'), { recursive: true, force: true })
    console.log(`on an empty folder, the first after a build: ${(await startTwice()).fresh.toFixed(2)} s`)
    const rounds: Started[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await startTwice())
    tell(
      'on an empty folder',
      's',
      limits.fresh,
      rounds.map(({ fresh }) => fresh),
    )
    tell(
      'on existing data',
      's',
      limits.existing,
      rounds.map(({ existing }) => existing),
    )
    const residents = rounds.map(({ resident }) => resident).filter((resident) => resident !== undefined)
    if (residents.length > 0) tell('Node at rest', 'MB', limits.resident, residents)
    await install()
  },
}

type Started = { fresh: number; existing: number; resident: number | undefined }

async function startTwice(): Promise<Started> {
  const dataDir = temporaryDataDir()
  const startIn = async () => {
    const began = performance.now()
    const product = await startProduct({ dataDir: dataDir.path, environment: { LOG_LEVEL: 'warn' } })
    return { product, seconds: (performance.now() - began) / 1000 }
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

function tell(what: string, unit: string, limit: number, values: number[]) {
  const spread = spreadOf(values)
  const isMet = spread.median <= limit
  console.log(`${what}: ${said(spread, unit === 's' ? 2 : 0)} ${unit}, at most ${limit}: ${isMet ? 'met' : 'NOT MET'}`)
  if (!isMet) process.exitCode = 1
}

/** `npm ci` as in the README, from the registry or what npm keeps of it, into a folder of its own. */
async function install() {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-install-'))
  try {
    for (const more of [[], ['--omit=dev']]) {
      for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
      const began = performance.now()
      await run('npm', ['ci', '--no-audit', '--no-fund', ...more], { cwd: folder })
      const seconds = (performance.now() - began) / 1000
      const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')])
      console.log(`npm ci ${more.join(' ')}: ${seconds.toFixed(0)} s, ${stdout.split('\t')[0]} MB`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
