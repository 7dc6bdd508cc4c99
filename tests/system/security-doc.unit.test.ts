// docs/security-cases.md is generated from the titles of the tests; other documents name only ids that exist in a
// title.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { securityCaseIds, securityCases } from '../../tools/security-cases.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const idsIn = (text: string) => text.match(/\b(?:A-\d+|M-\d)\b/g) ?? []

test('the document matches the titles (npm run docs:security-cases writes it)', () => {
  expect(read('docs/security-cases.md')).toBe(securityCases())
})

test('every id of a test is at the beginning of a title, where the generator reads it', () => {
  const files = globSync('{src,e2e,tests,tools}/**/*.{test,spec}.{ts,tsx}', { cwd: root.pathname })
  expect(files.length).toBeGreaterThan(100)
  const ids = securityCaseIds()
  expect(ids.size).toBeGreaterThan(300)
  const unread = files.flatMap((file) => idsIn(read(file)).flatMap((id) => (ids.has(id) ? [] : [`${file}: ${id}`])))
  expect(unread).toEqual([])
})

test('every id in a document exists in the title of a test', () => {
  const documents = globSync('{*.md,docs/**/*.md}', { cwd: root.pathname })
  const ids = securityCaseIds()
  const unknown = documents.flatMap((file) =>
    idsIn(read(file)).flatMap((id) => (ids.has(id) ? [] : [`${file}: ${id}`])),
  )
  expect(unknown).toEqual([])
})
