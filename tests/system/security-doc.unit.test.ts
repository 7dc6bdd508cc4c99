// docs/security.md lists every attack with what must happen and the tests that cover it, or says why there is none.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const idsIn = (text: string) => text.match(/\b(?:A-\d+|M-[1-4])\b/g) ?? []

const cells = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| [AM]-/.test(line))
  .map((row) => row.split('|').map((cell) => cell.trim()))
const cases = cells.map(([, id = '', attempt = '', expected = '', where = '', result = '']) => {
  return { id, attempt, expected, where, result }
})

test('every case stands in the table once, with its attempt, what is expected, its tests and the result', () => {
  const ids = cases.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(170)
  expect(ids.filter((id, at) => !/^[AM]-\d+$/.test(id) || ids.indexOf(id) !== at)).toEqual([])
  expect(cells.filter((row) => row.length !== 7 || row.slice(1, 6).includes(''))).toEqual([])
})

test('every id that a test names stands in the table', () => {
  const files = globSync('{src,e2e,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root.pathname })
  expect(files.length).toBeGreaterThan(100)
  const known = new Set(cases.map(({ id }) => id))
  const unknown = files.flatMap((file) => idsIn(read(file)).flatMap((id) => (known.has(id) ? [] : [`${file}: ${id}`])))
  expect(unknown).toEqual([])
})

test('every test that the table names exists', () => {
  const wrong = cases.flatMap(({ id, where }) =>
    [...where.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].flatMap(([, file = '', name = '']) => {
      if (!existsSync(new URL(file, root))) return [`${id}: no ${file}`]
      return read(file).includes(name) ? [] : [`${id}: ${file} has no “${name}”`]
    }),
  )
  expect(wrong).toEqual([])
})

test('a case without a test says why', () => {
  const unsaid = cases.filter(({ where, result }) =>
    where.includes('`') ? !/^(holds|in part: .+)$/.test(result) : !/^(not applicable|not covered): .+/.test(result),
  )
  expect(unsaid).toEqual([])
})
