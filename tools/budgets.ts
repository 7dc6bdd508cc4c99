// `node tools/budgets.ts`, a step of `npm test` after the build: compares the gzip size of the scripts and styles that a screen
// loads with budgets.json. Exits with 1 when a screen exceeds its budget or has none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }
type Budgets = { script: Record<string, number>; style: Record<string, number> }

const root = join(import.meta.dirname, '..')
const client = join(root, 'dist/client')
const manifest = read<Record<string, Chunk>>('dist/client/.vite/manifest.json')
const budgets = read<{ gzipBytes: Budgets }>('budgets.json').gzipBytes
const ENTRY = 'src/app/browser/main.tsx'
const SITE = 'src/site/browser.ts'
const frames = { backOffice: 'src/backoffice/web/back-office.tsx', portal: 'src/portal/web/portal-frame.tsx' }

const screens = Object.keys(manifest).filter((name) => name.endsWith('.page.tsx'))
const measured: Budgets = {
  script: Object.fromEntries([
    ...[SITE, ENTRY].map((name) => [name, scriptOf([name])]),
    ...screens.map((name) => [name, scriptOf([ENTRY, ...framesOf(name), name])]),
  ]),
  style: Object.fromEntries([SITE, ENTRY].map((name) => [name, sizes(manifest[name]?.css ?? [])])),
}

const rows = (['script', 'style'] as const).flatMap((kind) =>
  Object.keys({ ...budgets[kind], ...measured[kind] }).map((name) => {
    const [size, budget] = [measured[kind][name], budgets[kind][name]]
    const result =
      size === undefined ? 'no such screen' : budget === undefined ? 'no budget' : size > budget ? 'over' : 'ok'
    return { name, kind, size, budget, result }
  }),
)
console.table(rows)
const wrong = rows.filter(({ result }) => result !== 'ok')
for (const { name, kind, size, budget, result } of wrong)
  console.error(`${name}: ${kind} of ${size} bytes, ${budget} allowed: ${result}`)
process.exitCode = wrong.length === 0 ? 0 : 1

/** The print view and the sign-in pages have no frame. */
function framesOf(screen: string): string[] {
  if (screen.startsWith('src/portal/')) return [frames.portal]
  return /^src\/auth\/|\/print\.page/.test(screen) ? [] : [frames.backOffice]
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
  return sizes([...seen].map((name) => manifest[name]?.file ?? ''))
}

function sizes(files: string[]): number {
  return files.reduce((sum, file) => sum + compressed(join(client, file)).length, 0)
}

/** The build writes a compressed file only where it is smaller. */
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
