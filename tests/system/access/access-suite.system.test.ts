import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from './contracts.ts'
import { keyEndpoints } from './key-endpoints.ts'
import { type AccessSuite, isPerson, openAccessSuite } from './suite.ts'

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
  for await (const surprise of suite.surprises(undefined, isPerson)) surprises.push(surprise)
  expect(surprises).toEqual([])
  expect(suite.unseen()).toEqual([])
}, 1_800_000)

test('A-640: an endpoint names a scope of API keys exactly if it is listed', () => {
  const named = [...endpoints].flatMap(([name, { keyScope }]) => (keyScope ? [`${keyScope} ${name}`] : []))
  const listed = Object.entries(keyEndpoints).flatMap(([scope, names]) => names.map((name) => `${scope} ${name}`))
  expect(named.sort()).toEqual(listed.sort())
})
