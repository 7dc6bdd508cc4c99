// `npm run lighthouse`: runs Lighthouse three times on every public page, as on a phone. The medians must be 100 in all four
// categories and within the budgets. The 404 page is left out: Lighthouse refuses that status.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { sitePaths } from '#screens/site/paths.ts'
import { chromiumArguments, ensureBrowser } from './ensure-browser.ts'
import { fillInBrand, fillInCompany, SERVICE_PAGE } from './support/company.ts'
import { freePort, startProduct, temporaryDataDir } from './support/product.ts'

const ROUNDS = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Budgets of a public page: bytes as transferred. */
const budgets = { bytes: 60_000, scriptBytes: 6000, fontBytes: 22_000, foreignRequests: 0, layoutShift: 0 }

type Run = Record<(typeof categories)[number] | keyof typeof budgets | 'requests', number>

const executablePath = await ensureBrowser()
const dataDir = temporaryDataDir()
const debuggingPort = await freePort()
let failures = 0
try {
  const product = await startProduct({ dataDir: dataDir.path, environment: { LOG_LEVEL: 'warn' } })
  const args = [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`]
  const browser = await chromium.launch({ executablePath, args })
  try {
    await fillInCompany(product.url)
    await fillInBrand(product.url)
    const table: Record<string, Run> = {}
    for (const path of [...sitePaths, SERVICE_PAGE]) {
      const runs: Run[] = []
      const remarks = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) runs.push(await measure(product.url, path, remarks))
      const median = medianOf(runs)
      table[path] = median
      for (const violation of violationsOf(median)) {
        failures++
        console.log(`${path}: ${violation}`)
      }
      for (const remark of remarks) console.log(`${path}: ${remark}`)
    }
    console.table(table)
  } finally {
    await browser.close()
    await product.stop()
  }
} finally {
  dataDir.remove()
}
console.log(failures > 0 ? `${failures} failed` : 'All within the budgets')
process.exitCode = failures > 0 ? 1 : 0

/** Retried, because a trace sometimes fails on a loaded machine. */
async function reportOf(address: string) {
  let failure = 'no report'
  for (let tries = 0; tries < 3; tries++) {
    const flags = { port: debuggingPort, logLevel: 'error', output: 'json', formFactor: 'mobile' } as const
    const result = await lighthouse(address, { ...flags, onlyCategories: [...categories] })
    if (result && !result.lhr.runtimeError) return result.lhr
    failure = result?.lhr.runtimeError?.message ?? failure
  }
  throw new Error(`${address}: ${failure}`)
}

async function measure(url: string, path: string, remarks: Set<string>): Promise<Run> {
  const { audits, categories: results } = await reportOf(url + path)
  for (const { score, auditRefs } of Object.values(results)) {
    if (score === 1) continue
    for (const { id, weight } of auditRefs) {
      const { score: own = 1, title = id, displayValue = '' } = audits[id] ?? {}
      if (weight > 0 && own !== null && own < 0.9) remarks.add(`${title} ${displayValue}`.trim())
    }
  }
  return { ...scoresOf(results), ...transferOf(audits['network-requests']?.details, url), ...shiftOf(audits) }
}

function scoresOf(results: Record<string, { score: number | null }>) {
  const score = (name: string) => Math.round((results[name]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  }
}

function shiftOf(audits: Record<string, { numericValue?: number }>) {
  return { layoutShift: Number((audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(4)) }
}

function transferOf(details: unknown, own: string) {
  const { items } = details as { items: { url: string; transferSize: number; resourceType: string }[] }
  const loaded = items.filter(({ url }) => url.startsWith('http'))
  const bytesOf = (type?: string) =>
    loaded.filter(({ resourceType }) => !type || resourceType === type).reduce((sum, one) => sum + one.transferSize, 0)
  return {
    bytes: bytesOf(),
    scriptBytes: bytesOf('Script'),
    fontBytes: bytesOf('Font'),
    requests: loaded.length,
    foreignRequests: loaded.filter(({ url }) => !url.startsWith(`${own}/`)).length,
  }
}

function medianOf(runs: Run[]): Run {
  const names = Object.keys(runs[0] ?? {}) as (keyof Run)[]
  const middle = (name: keyof Run) => runs.map((run) => run[name]).sort((a, b) => a - b)[runs.length >> 1]
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Run
}

function violationsOf(run: Run): string[] {
  const low = categories.filter((name) => run[name] < 100).map((name) => `${name} is ${run[name]}, not 100`)
  const over = (Object.keys(budgets) as (keyof typeof budgets)[])
    .filter((name) => !(run[name] <= budgets[name]))
    .map((name) => `${name} is ${run[name]}, more than ${budgets[name]}`)
  return [...low, ...over]
}
