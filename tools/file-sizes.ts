// `node tools/file-sizes.ts`: refuses source files that are too long. Exits with 1 if it finds any. Linters check the
// length of functions (noExcessiveLinesPerFunction in biome.json) and of components (max-lines-per-function in
// .oxlintrc.json, because the former does not count the lines between JSX elements).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A schema file has all objects of one subject, each of which can be read separately. */
const LINES = { page: 200, source: 300, test: 350, schema: 700 }
export type TooLong = { file: string; lines: number; limit: number }

const roots = 'src,bin,tools,tests,bench,e2e,migrations'
/** Set-ups and fixtures of tests count as source. */
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file)

/** The maximum number of lines of a file. */
export function limitOf(file: string): number {
  if (isTest(file)) return LINES.test
  if (file.startsWith('migrations/')) return LINES.schema
  return file.endsWith('.page.tsx') ? LINES.page : LINES.source
}

/** The file with its lines and limit; undefined if it is within the limit. */
export function tooLong(file: string, text: string): TooLong | undefined {
  const lines = text.replace(/\n$/, '').split('\n').length
  const limit = limitOf(file)
  return lines > limit ? { file, lines, limit } : undefined
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const files = globSync(`{${roots}}/**/*.{ts,tsx,js,css,sql}`, { cwd: root }).sort()
  const found = files.flatMap((file) => tooLong(file, readFileSync(join(root, file), 'utf8')) ?? [])
  for (const { file, lines, limit } of found) console.error(`${file}: ${lines} lines, at most ${limit}`)
  console.log(
    found.length === 0 ? `${files.length} files are within their limits` : `${found.length} files are too long`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}
