import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessSuite, openAccessSuite } from './suite.ts'

let suite: AccessSuite

beforeAll(async () => {
  suite = await openAccessSuite()
})
afterAll(() => suite.stop())

test('M-2: every endpoint has expectations, and every expectation an endpoint', () => {
  expect(suite.missing()).toEqual({ withoutExpectation: [], withoutEndpoint: [] })
})

test('M-2, A-39, A-41, A-42, A-43, A-57, A-59, A-60: for every endpoint, actor and own, sibling, foreign, random or malformed id, the response is as expected, no data of others is sent, and a refusal changes nothing', async () => {
  const surprises: string[] = []
  for await (const surprise of suite.surprises()) surprises.push(surprise)
  expect(surprises).toEqual([])
  expect(suite.unseen()).toEqual([])
}, 1_800_000)

// After the test above: from here on every login has a factor.
test.each(['aal2', 'aal1'] as const)(
  'A-708: with a second factor, at %s, every endpoint answers as without one, or asks for the factor first',
  async (level) => {
    const surprises: string[] = []
    for await (const surprise of suite.surprisesAt(level)) surprises.push(surprise)
    expect(surprises).toEqual([])
  },
  1_800_000,
)
