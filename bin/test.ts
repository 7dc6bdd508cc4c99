// What `npm test` runs; `npm run check` is its quick part, for each commit, and `npm run test:full` adds what is slow by
// nature. Ends with one line that counts all tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExternalBindir } from '../src/db/testing/cluster.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { type Counts, countsOfPlaywright, countsOfVitest, describeCounts, sum } from './testing/counts.ts'
import { runTool } from './testing/run-tool.ts'

type Step = { name: string; run: () => Promise<Counts> }

const reports = mkdtempSync(join(tmpdir(), 'stodpunkt-reports-'))

/** These run beside each other. */
const onText: Step[] = [
  { name: 'Format and lint', run: () => tool('biome', ['ci', '.']) },
  { name: 'Lint with types', run: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'Types', run: () => tool('tsc', []) },
  { name: 'Dead code', run: () => tool('knip', []) },
]
const dependencies: Step = { name: 'Dependencies', run: () => tool('node', ['bin/audit-deps.ts']) }
const isCheck = process.argv.includes('--check')
const isFull = process.argv.includes('--full')
/** Programs that are started and killed again and again. */
const slowByNature = ['src/app/restore-killed.test.ts']
/** How often each pair of operations is raced (src/app/races.test.ts). */
const RACE_ROUNDS = process.env.RACE_ROUNDS ?? (isFull ? '5' : '1')
/** What judges programs and whole installations, over sockets, or endpoint by endpoint: the same whatever the server's version. */
const ofTheWhole = [
  ...slowByNature,
  ...['src/app/access/**', 'src/app/doctor/**', 'src/app/backup-command.test.ts', 'src/app/commands.test.ts'],
  ...['backup-killed', 'connections', 'encodings', 'hostile-bodies', 'pipelining', 'races', 'stopping'].map(
    (name) => `src/app/${name}.test.ts`,
  ),
  ...[
    'src/app/fuzz.test.ts',
    'src/app/log.test.ts',
    'src/app/smuggling.test.ts',
    'src/app/statements.test.ts',
    'src/app/sums.test.ts',
  ],
  'src/app/vault-rotate.test.ts',
]
/** Screens, mail, what takes databases apart and what waits take most of the time and are left to `npm test`. */
const leftToTest = [
  ...ofTheWhole,
  ...['**/*.test.tsx', '**/*-mail.test.ts', '**/*-letter.test.ts', 'src/backup/**', 'src/db/backup/**'],
  ...['src/db/demo/**', 'src/db/embedded/**', 'src/db/prepare.test.ts', 'src/db/row-security.test.ts'],
  ...['src/db/silence.test.ts', 'src/lib/server/jobs.test.ts', 'src/live/server/listener.test.ts'],
  ...['src/app/busy.test.ts', 'src/app/tenancy.test.ts', 'src/site/render.test.ts'],
  ...['first-admin', 'recovery', 'refresh', 'refresh-tabs'].map((name) => `src/auth/server/${name}.test.ts`),
  ...['src/auth/web/tabs.test.ts', 'src/db/abandoned-jobs.test.ts', 'src/lib/server/handovers.test.ts'],
]
/** Loading the server anew for each file took half of the endpoint tests' time. Screens keep their own modules: React remembers. */
const SHARED = '--isolate=false'
const onlyInCheck: Step[] = [
  {
    name: 'Unit and endpoint tests on the embedded PostgreSQL',
    run: () => vitest([SHARED, ...leftToTest.map((pattern) => `--exclude=${pattern}`)]),
  },
]
const onlyInTest: Step[] = [
  {
    name: 'Unit and endpoint tests on the embedded PostgreSQL',
    run: () =>
      vitest([SHARED, ...['**/*.test.tsx', ...(isFull ? [] : slowByNature)].map((name) => `--exclude=${name}`)]),
  },
  { name: 'Screen tests', run: () => vitest(['.test.tsx']) },
  { name: 'Endpoint tests on an installed PostgreSQL', run: externalPass },
  { name: 'Build', run: () => tool('node', ['src/app/build.ts']) },
  { name: 'Budgets', run: () => tool('node', ['bin/budgets.ts']) },
  { name: 'Stories in a browser', run: playwright },
]

const results: Counts[] = []
try {
  results.push(...(await Promise.all((isCheck ? onText : [...onText, dependencies]).map(counted))))
  for (const step of isCheck ? onlyInCheck : onlyInTest) {
    if (sum(results).failed > 0) break
    console.log(`\n== ${step.name}`)
    results.push(await counted(step))
  }
} catch (error) {
  console.error(error)
  results.push({ passed: 0, failed: 1, skipped: 0 })
} finally {
  rmSync(reports, { recursive: true, force: true })
}
const total = sum(results)
console.log(`\n${describeCounts(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

async function counted({ name, run }: Step): Promise<Counts> {
  const startedAt = performance.now()
  const counts = await run()
  console.log(`== ${name}: ${counts.failed > 0 ? 'FAILED' : 'ok'}, ${seconds(startedAt)} s`)
  return counts
}

/** A tool without tests of its own: it counts only when it fails. */
async function tool(command: string, args: string[]): Promise<Counts> {
  return { passed: 0, failed: (await runTool(command, args, { isHeld: true })) ? 0 : 1, skipped: 0 }
}

async function vitest(args: string[], environment: Record<string, string> = {}): Promise<Counts> {
  const report = join(reports, `vitest-${results.length}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return countsOfVitest(
    report,
    await runTool('vitest', ['run', ...reporters, ...args], { environment: { RACE_ROUNDS, ...environment } }),
  )
}

/** The oldest server that is found judges again whatever depends on the database's version: not rules, screens and pages. */
async function externalPass(): Promise<Counts> {
  const bindir = findExternalBindir()
  if (!bindir) {
    console.log('Skipped: no PostgreSQL 15 or later is installed (or named by TEST_PG_BINDIR).')
    return { passed: 0, failed: 0, skipped: 0 }
  }
  console.log(`with ${bindir}`)
  const left = [
    ...ofTheWhole,
    ...['**/*.rules.test.ts', '**/*.contract.test.ts', '**/*.test.tsx', '**/web/**', 'src/db/embedded/**'],
    // Backups are taken from one version to the other by their own tests.
    ...['src/site/**', 'src/app/security-*.test.ts', 'src/backup/**', 'src/db/backup/**'],
    ...['**/*-mail.test.ts', '**/*-letter.test.ts'],
  ]
  return vitest([SHARED, ...left.map((pattern) => `--exclude=${pattern}`)], { TEST_PG_BINDIR: bindir })
}

async function playwright(): Promise<Counts> {
  const report = join(reports, 'playwright.json')
  const environment = { CHROMIUM_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return countsOfPlaywright(report, await runTool('playwright', ['test', '--reporter=list,json'], { environment }))
}

function seconds(startedAt: number) {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
