// `npm run drill`: injects faults into the running product, one drill after the other, while rows are written. Every
// acknowledged row must be stored once, refusals must take under a second, and recovery must be automatic
// (docs/reliability.md). `npm run drill -- disk-full clock` runs only these.
import { parseArgs } from 'node:util'
import { randomFrom } from '../support/random.ts'
import { describeCounts } from '../support/test-counts.ts'
import { clock } from './faults/clock.ts'
import { databaseFrozen, databaseStopped } from './faults/database-stopped.ts'
import { diskFull } from './faults/disk-full.ts'
import { killApp } from './faults/kill-app.ts'
import { killDatabase } from './faults/kill-database.ts'
import { blackhole } from './faults/network-blackhole.ts'
import { frozen } from './faults/program-frozen.ts'
import { locked } from './faults/row-locks.ts'
import { stop } from './faults/stop.ts'
import type { Drill, Outcome } from './support/drill.ts'

const drills = [
  stop,
  frozen,
  locked,
  blackhole,
  databaseFrozen,
  databaseStopped,
  diskFull,
  clock,
  killDatabase,
  killApp,
]
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    app: { type: 'string', default: '50' },
    database: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: '2017' },
  },
})
const unknown = names.filter((name) => !drills.some((drill) => drill.name === name))
if (unknown.length > 0) {
  console.error(`Unknown drill: ${unknown.join(', ')}. Drills: ${drills.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const startedAt = performance.now()
const rows: Record<string, string | number>[] = []
const counts = { passed: 0, failed: 0, skipped: 0 }
// A hanging drill must not block the others; its data folder remains for inspection.
setTimeout(() => end('out of time'), Number(options.minutes) * 60_000).unref()

const rounds = { app: Number(options.app), database: Number(options.database) }
const selected = drills.filter(({ name }) => names.length === 0 || names.includes(name))
console.log(`${selected.map(({ name }) => name).join(', ')}; seed ${options.seed}, at most ${options.minutes} minutes`)
for (const drill of selected) await runDrill(drill)
end()

async function runDrill({ name, unavailable, run }: Drill) {
  const reason = unavailable?.()
  if (reason) {
    counts.skipped++
    rows.push({ drill: name, result: `skipped: ${reason}` })
    return
  }
  const random = randomFrom(Number(options.seed))
  const startedDrillAt = performance.now()
  await run({ rounds, seconds: Number(options.seconds), random })
    .then((outcome) => record(name, outcome))
    .catch((error: unknown) => {
      counts.failed++
      rows.push({ drill: name, result: `failed: ${firstLine(error)}` })
      console.error(error)
    })
  console.log(`${name}: ${rows.at(-1)?.result}, ${Math.round((performance.now() - startedDrillAt) / 1000)} s`)
}

function record(drill: string, { injected, recoveryMs, slowestRefusalMs, faults, ...counted }: Outcome) {
  if (faults.length > 0) counts.failed++
  else counts.passed++
  rows.push({
    drill,
    fault: injected,
    ...counted,
    'slowest refusal ms': slowestRefusalMs,
    'recovered s': Number((recoveryMs / 1000).toFixed(1)),
    result: faults.length > 0 ? `failed: ${faults.join('; ')}` : 'ok',
  })
}

function end(reason?: string) {
  if (reason) {
    counts.failed++
    rows.push({ drill: selected[rows.length]?.name ?? '', result: `failed: ${reason}` })
  }
  console.table(rows)
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s in all\n\n${describeCounts(counts)}`)
  process.exit(counts.failed > 0 ? 1 : 0)
}

function firstLine(error: unknown) {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
