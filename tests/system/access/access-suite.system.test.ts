import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from './contracts.ts'
import { keyEndpoints } from './key-endpoints.ts'
import { type AccessSuite, isPerson, openAccessSuite } from './suite.ts'
import type { Member } from './world.ts'

let suite: AccessSuite

beforeAll(async () => {
  suite = await openAccessSuite()
})
afterAll(() => suite.stop())

test('M-2: every endpoint has expectations, and every expectation an endpoint', () => {
  expect(suite.missing()).toEqual({ withoutExpectation: [], withoutEndpoint: [] })
})

test('M-2, A-39, A-41, A-42, A-43, A-57, A-59, A-60: for every endpoint, actor and own, sibling, foreign, random or malformed id, the response is as expected, no data of others is sent, and a refusal changes nothing', async () => {
  expect(await surprisesOf(isPerson)).toEqual([])
  expect(suite.unseen()).toEqual([])
}, 1_800_000)

test('A-630: an endpoint names a scope of API keys exactly if it is listed', () => {
  const named = [...endpoints].flatMap(([name, { keyScope }]) => (keyScope ? [`${keyScope} ${name}`] : []))
  const listed = Object.entries(keyEndpoints).flatMap(([scope, names]) => names.map((name) => `${scope} ${name}`))
  expect(named.sort()).toEqual(listed.sort())
})

test('A-630: for every endpoint, a key of each scope is refused unless the endpoint names that scope, and does then what a technician may', async () => {
  expect(await surprisesOf((member) => !isPerson(member))).toEqual([])
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

async function surprisesOf(include: (member: Member) => boolean) {
  const surprises: string[] = []
  for await (const surprise of suite.surprises(undefined, include)) surprises.push(surprise)
  return surprises
}
