import { posix } from 'node:path'

/** An import of one file of src/ by another. `isRunAtStart` is false for imports of types only, and for `import()`. */
export type Import = { from: string; to: string; isRunAtStart: boolean }

/** Biome writes imports at the beginning of a line, and `import type`, or `type` before each name that is a type. */
const STATEMENT = /^(import|export)\s+(type\s+)?([^'";]*?\sfrom\s+)?'([#.][^']*)'/gm
const LATER = /\bimport\('([#.][^']*)'\)/g

/** The imports of a file, by path below src/. Files outside src/ are omitted. */
export function importsOf(from: string, source: string): Import[] {
  const later = [...source.matchAll(LATER)].map(([, path = '']) => ({ path, isRunAtStart: false }))
  const statements = [...source.matchAll(STATEMENT)].map(([, , type, names = '', path = '']) => ({
    path,
    isRunAtStart: !type && !isTypesAlone(names),
  }))
  return [...statements, ...later].flatMap(({ path, isRunAtStart }) => {
    const to = path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(from), path)
    return to.startsWith('tests/') || to.startsWith('..') ? [] : [{ from, to, isRunAtStart }]
  })
}

function isTypesAlone(names: string): boolean {
  const braces = /^\{([^}]*)\}\s+from\s+$/.exec(names)
  return braces !== null && (braces[1] ?? '').split(',').every((name) => !name.trim() || /^\s*type\s/.test(name))
}

const REEXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s+from\s)/m
const EXPORTED_LIST = /^export\s+(?:type\s+)?\{([^}]*)\}(?!\s*from)/gm
const IMPORTED = /^import\s+(?:type\s+)?([^'";]*?)\sfrom\s/gm

/** Whether a file exports something that it imports. */
export function reexports(source: string): boolean {
  if (REEXPORT.test(source)) return true
  const imported = new Set([...source.matchAll(IMPORTED)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
  return [...source.matchAll(EXPORTED_LIST)].some(([, names = '']) =>
    (names.match(/\w+/g) ?? []).some((name) => imported.has(name)),
  )
}

/** Cycles of files that import each other at run time, each as its files. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter(({ isRunAtStart }) => isRunAtStart),
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
