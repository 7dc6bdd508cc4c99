import { posix } from 'node:path'
import { parseSync } from 'vite'

/** A file of src/ names another one, by path below src/. `isOfTypes`: nothing of it is loaded for that. */
export type Import = { from: string; to: string; isOfTypes: boolean }

/** Any path in quotes: `import('…')`, `new URL('…', import.meta.url)`, `@import "…"`. */
const PATH = /(\bimport\(\s*|\bdeclare module )?(['"`])((?:#|\.{1,2}\/)[^'"`\s]+)\2/g

/** The imports of a file, also those that are written in another way than as an import statement. */
export function importsOf(from: string, source: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = moduleOf(from, source)
  const statements = [...staticImports, ...staticExports]
  return [...source.matchAll(PATH)].map(({ index, 1: before, 3: path = '' }) => {
    const isAt = ({ start, end }: { start: number; end: number }) => start <= index && index < end
    const statement = statements.find(isAt)
    return {
      from,
      to: resolved(from, path),
      isOfTypes: statement
        ? /^(import|export)\s+type\b/.test(source.slice(statement.start, statement.end))
        : before !== undefined && !dynamicImports.some(isAt),
    }
  })
}

/** A style sheet has no statements. */
const moduleOf = (path: string, source: string) =>
  path.endsWith('.css') ? parseSync('empty.ts', '').module : parseSync(path, source).module

/** By `imports` of package.json: `#tests/` is tests/, every other `#` is src/. */
function resolved(from: string, path: string): string {
  const file = path.replace(/[?].*$/, '')
  if (file.startsWith('#tests/')) return posix.relative('src', file.slice(1))
  return posix.relative(
    'src',
    posix.join('src', file.startsWith('#') ? file.slice(1) : `${posix.dirname(from)}/${file}`),
  )
}

/** `export const a = b`, also of a destructured name or a type; Biome writes one a line. */
const ALIAS =
  /^(?:export\s+)?(?:const|let|type)\s+(\w+|\{[^}]*\})(?::[^=\n]*)?\s=\s(\w+)(?:\s(?:as|satisfies)\s.*)?$(?!\n\s+\.)/gm

/** Whether a file exports something that it imports, also under a name of its own. */
export function reexports(path: string, source: string): boolean {
  const { staticImports, staticExports } = moduleOf(path, source)
  const imported = new Set(staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)))
  const aliases = [...source.matchAll(ALIAS)].filter(([, , original = '']) => imported.has(original))
  if (aliases.some(([statement]) => statement.startsWith('export'))) return true
  for (const [, name = ''] of aliases) imported.add(name)
  return staticExports.some(({ entries }) =>
    entries.some(({ moduleRequest, localName }) => moduleRequest !== null || imported.has(localName.name ?? '')),
  )
}

/** Cycles of files that import each other for more than types, each as its files. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter(({ isOfTypes }) => !isOfTypes),
    ({ from }) => from,
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  // Tarjan's algorithm for strongly connected components.
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file) ?? 0)
    open.push(file)
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(to) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || next.get(file)?.some(({ to }) => to === file)) circles.push(circle)
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return circles
}
