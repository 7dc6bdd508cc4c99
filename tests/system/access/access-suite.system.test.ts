import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessSuite, openAccessSuite } from './suite.ts'

let suite: AccessSuite

beforeAll(async () => {
  suite = await openAccessSuite()
})
afterAll(() => suite.stop())

test('M-2: every endpoint has its expectation, and every expectation its endpoint', () => {
  expect(suite.missing()).toEqual({ withoutExpectation: [], withoutEndpoint: [] })
})

test('M-2, A-39, A-41, A-42, A-43, A-57, A-59, A-60: for every endpoint, actor and own, sibling, foreign, random or malformed id everybody gets exactly what is expected, nobody a byte of what is another’s, and a refusal leaves all as it was', async () => {
  const surprises: string[] = []
  for await (const surprise of suite.surprises()) surprises.push(surprise)
  expect(surprises).toEqual([])
  expect(suite.unseen()).toEqual([])
}, 600_000)
