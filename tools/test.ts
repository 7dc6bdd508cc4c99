// Runs the checks and tests: `npm run check` for each commit, `npm test` before sharing it, `npm run test:full` before
// a release. The last line counts all tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExternalBindir } from '#platform/database/testing/cluster.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { runTool } from './support/run-tool.ts'
import { type Counts, countsOfPlaywright, countsOfVitest, describeCounts, sum } from './support/test-counts.ts'

type Step = { name: string; run: () => Promise<Counts> }
/** The Vitest projects of vitest.config.ts. */
type Tier = 'unit' | 'api' | 'system' | 'screen' | 'slow'

const reports = mkdtempSync(join(tmpdir(), 'stodpunkt-reports-'))
const isCheck = process.argv.includes('--check')
const isFull = process.argv.includes('--full')

/** These only read the source and run concurrently. */
const staticChecks: Step[] = [
  { name: 'Format and lint', run: () => tool('biome', ['ci', '.']) },
  { name: 'Lint with types', run: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'Types', run: () => tool('tsc', []) },
  { name: 'Dead code', run: () => tool('knip', []) },
  { name: 'File sizes', run: () => tool('node', ['tools/file-sizes.ts']) },
  { name: 'Commit subjects', run: () => tool('node', ['tools/commit-subjects.ts']) },
]
const dependencies: Step = { name: 'Dependencies', run: () => tool('node', ['tools/audit-deps.ts']) }

const quickSteps: Step[] = [{ name: 'Unit and endpoint tests', run: () => vitest(['unit', 'api']) }]
const allSteps: Step[] = [
  { name: 'Unit, endpoint, system and screen tests', run: () => vitest(['unit', 'api', 'system', 'screen']) },
  { name: 'Build', run: () => tool('node', ['src/app/browser/build.ts']) },
  { name: 'Budgets', run: () => tool('node', ['tools/budgets.ts']) },
  { name: 'Stories in a browser', run: () => playwright(['--project=swedish', '--project=abroad']) },
]
const slowSteps: Step[] = [
  { name: 'Slow stories in a browser', run: () => playwright(['--project=slow']) },
  { name: 'Screens at the widths between', run: () => playwright(['--grep', '@widths'], { WIDTHS_BETWEEN: '1' }) },
  { name: 'Slow tests', run: () => vitest(['slow'], { RACE_ROUNDS: process.env.RACE_ROUNDS ?? '5' }) },
  { name: 'Endpoint tests on an installed PostgreSQL', run: externalPass },
]

const results: Counts[] = []
try {
  results.push(...(await Promise.all((isCheck ? staticChecks : [...staticChecks, dependencies]).map(counted))))
  for (const step of isCheck ? quickSteps : [...allSteps, ...(isFull ? slowSteps : [])]) {
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

/** A tool that runs no tests counts only if it fails. */
async function tool(command: string, args: string[]): Promise<Counts> {
  return { passed: 0, failed: (await runTool(command, args, { isBuffered: true })) ? 0 : 1, skipped: 0 }
}

async function vitest(tiers: Tier[], environment: Record<string, string> = {}): Promise<Counts> {
  const report = join(reports, `vitest-${results.length}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const projects = tiers.map((name) => `--project=${name}`)
  return countsOfVitest(report, await runTool('vitest', ['run', ...reporters, ...projects], { environment }))
}

/**
 * Runs the endpoint tests on the oldest installed server as well, because they cover what depends on PostgreSQL's
 * version.
 */
async function externalPass(): Promise<Counts> {
  const bindir = findExternalBindir()
  if (!bindir) {
    console.log('Skipped: no PostgreSQL 15 or later is installed (or named by TEST_PG_BINDIR).')
    return { passed: 0, failed: 0, skipped: 0 }
  }
  console.log(`with ${bindir}`)
  return vitest(['api', 'system'], { TEST_PG_BINDIR: bindir })
}

async function playwright(only: string[], variables: Record<string, string> = {}): Promise<Counts> {
  const report = join(reports, `playwright-${results.length}.json`)
  const environment = {
    CHROMIUM_PATH: await ensureBrowser({ isShellEnough: true }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...variables,
  }
  const args = ['test', '--reporter=list,json', ...only]
  return countsOfPlaywright(report, await runTool('playwright', args, { environment }))
}

function seconds(startedAt: number) {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
