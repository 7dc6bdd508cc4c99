// docs/security.md names for each abuse case the test that covers it, or says why there is none.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const groups = ['Meta-tests', 'A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'H.', 'J.', 'K.', 'L.', 'M.', 'N.']
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const idsIn = (text: string) => text.match(/\b[AM]-\d+\b/g) ?? []
const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim())

const cases = read('docs/abuse-cases.md')
  .split(/^### /m)
  .filter((part) => groups.some((name) => part.startsWith(name)))
  .flatMap((part) => part.split('\n').filter((line) => /^\| [AM]-/.test(line)))
  .flatMap((row) => idsIn(cellsOf(row)[1] ?? ''))
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| [AM]-/.test(line))
  .map((row) => {
    const [, ids = '', what = '', where = '', result = ''] = cellsOf(row)
    return { ids: idsIn(ids), what, where, result }
  })

test('every abuse case of these groups stands in the table, once', () => {
  expect(cases.length).toBeGreaterThan(100)
  expect(rows.flatMap(({ ids }) => ids).sort()).toEqual([...cases].sort())
})

test('every test that the table names is there', () => {
  const wrong = rows.flatMap(({ ids, where }) =>
    [...where.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].flatMap(([, file = '', name = '']) => {
      if (!existsSync(new URL(`../../${file}`, import.meta.url))) return [`${ids.join()}: no ${file}`]
      return read(file).includes(name) ? [] : [`${ids.join()}: ${file} has no “${name}”`]
    }),
  )
  expect(wrong).toEqual([])
})

test('what has no test says why', () => {
  const unsaid = rows.filter(({ where, result }) =>
    where.includes('`') ? !/^(holds|in part: .+)$/.test(result) : !/^(not applicable|not covered): .+/.test(result),
  )
  expect(unsaid).toEqual([])
})
