import { expect, test } from 'vitest'
import { limitOf, tooLong } from './file-sizes.ts'

const text = (lines: number) => 'x\n'.repeat(lines)

test.each([
  ['src/features/tickets/server/tickets.queries.ts', 300],
  ['src/screens/ticket/web/ticket-list.page.tsx', 200],
  ['src/features/tickets/server/tickets.api.test.ts', 350],
  ['e2e/tickets.spec.ts', 350],
  ['tests/harness/harness.ts', 300],
  ['migrations/0001-actor.sql', 700],
])('%s may have %i lines', (file, limit) => {
  expect(limitOf(file)).toBe(limit)
  expect(tooLong(file, text(limit))).toBeUndefined()
  expect(tooLong(file, text(limit + 1))).toEqual({ file, lines: limit + 1, limit })
})

test('the last line counts with and without a line break after it', () => {
  expect(tooLong('src/x.ts', text(300).trimEnd())).toBeUndefined()
  expect(tooLong('src/x.ts', text(301).trimEnd())).toMatchObject({ lines: 301 })
})
