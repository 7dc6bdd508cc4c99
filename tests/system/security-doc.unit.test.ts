// docs/security.md lists every attack with the expected result and the tests that cover it, or why there is none.
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

test('every case is in the table once, with its attempt, expectation, tests and result', () => {
  const ids = cases.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(170)
  expect(ids.filter((id, index) => !/^[AM]-\d+$/.test(id) || ids.indexOf(id) !== index)).toEqual([])
  expect(cells.filter((row) => row.length !== 7 || row.slice(1, 6).includes(''))).toEqual([])
})

test('every id in a test is in the table', () => {
  const files = globSync('{src,e2e,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root.pathname })
  expect(files.length).toBeGreaterThan(100)
  const ids = new Set(cases.map(({ id }) => id))
  const unknown = files.flatMap((file) => idsIn(read(file)).flatMap((id) => (ids.has(id) ? [] : [`${file}: ${id}`])))
  expect(unknown).toEqual([])
})

test('every test in the table exists', () => {
  const wrong = cases.flatMap(({ id, where }) =>
    [...where.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].flatMap(([, file = '', name = '']) => {
      if (!existsSync(new URL(file, root))) return [`${id}: no ${file}`]
      return read(file).includes(name) ? [] : [`${id}: ${file} has no “${name}”`]
    }),
  )
  expect(wrong).toEqual([])
})

test('a case without a test has a reason', () => {
  const withoutReason = cases.filter(({ where, result }) =>
    where.includes('`') ? !/^(holds|in part: .+)$/.test(result) : !/^(not applicable|not covered): .+/.test(result),
  )
  expect(withoutReason).toEqual([])
})
