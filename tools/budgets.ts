// `node tools/budgets.ts`, a step of `npm test` after the build: compares the gzip size of the scripts and styles of a
// first load with budgets.json. Exits with 1 if one exceeds its budget or has none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOfChunk, type Manifest } from '#app/browser/build-manifest.ts'

type Budgets = { script: Record<string, number>; style: Record<string, number> }

const root = join(import.meta.dirname, '..')
const client = join(root, 'dist/client')
const manifest = read<Manifest>('dist/client/.vite/manifest.json')
const budgets = read<{ gzipBytes: Budgets }>('budgets.json').gzipBytes
const SITE = 'src/screens/site/browser.ts'
const APP = 'src/app/browser/main.tsx'

/**
 * The files that are fetched before the first screen of an area is usable (src/app/browser/bundle-chunks.ts), and all
 * code of the app.
 */
const openings = {
  [SITE]: [SITE],
  'an early page': ['src/app/browser/early.ts'],
  'the sign-in': [APP, chunk('sign-in')],
  'the portal': [APP, chunk('portal')],
  'the back office': [APP, chunk('back-office')],
  'the ticket list': [APP, chunk('back-office'), chunk('ticket-list')],
  everything: Object.keys(manifest).filter((name) => name !== SITE),
}

const measured: Budgets = {
  script: Object.fromEntries(Object.entries(openings).map(([name, chunks]) => [name, scriptOf(chunks)])),
  style: Object.fromEntries([SITE, APP].map((name) => [name, sizes(manifest[name]?.css ?? [])])),
}

const rows = (['script', 'style'] as const).flatMap((kind) =>
  Object.keys({ ...budgets[kind], ...measured[kind] }).map((name) => {
    const [size, budget] = [measured[kind][name], budgets[kind][name]]
    const result = size === undefined ? 'not built' : budget === undefined ? 'no budget' : size > budget ? 'over' : 'ok'
    return { name, kind, size, budget, result }
  }),
)
console.table(rows)
const wrong = rows.filter(({ result }) => result !== 'ok')
for (const { name, kind, size, budget, result } of wrong)
  console.error(`${name}: ${kind} of ${size} bytes, ${budget} allowed: ${result}`)
process.exitCode = wrong.length === 0 ? 0 : 1

function chunk(name: string): string {
  const key = keyOfChunk(manifest, name)
  if (!key) throw new Error(`The build has no chunk ${name}`)
  return key
}

/** Gzip bytes of the modules and their static imports, each file once. */
function scriptOf(names: string[]): number {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return sizes([...seen].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js')))
}

function sizes(files: string[]): number {
  return files.reduce((sum, file) => sum + compressed(join(client, file)).length, 0)
}

/** The build writes a compressed file only if it is smaller. */
function compressed(path: string): Buffer {
  try {
    return readFileSync(`${path}.gz`)
  } catch {
    return readFileSync(path)
  }
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T
}
