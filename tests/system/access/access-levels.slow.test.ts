// The access suite for API keys, and for logins with a second factor.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from './contracts.ts'
import { proofEndpoints } from './proof-endpoints.ts'
import { type AccessSuite, isPerson, openAccessSuite } from './suite.ts'

let suite: AccessSuite

beforeAll(async () => {
  suite = await openAccessSuite()
})
afterAll(() => suite.stop())

test('A-640: for every endpoint, a key of each scope is refused unless the endpoint names that scope, and does then what a technician may', async () => {
  const surprises: string[] = []
  for await (const surprise of suite.surprises(undefined, (member) => !isPerson(member))) surprises.push(surprise)
  expect(surprises).toEqual([])
}, 1_800_000)

// After the test above: from here on every login has a factor.
test('A-712: what gives rights, reaches others or resets a factor is refused without a recent proof', async () => {
  const surprises: string[] = []
  for await (const surprise of suite.surprisesAt('old', proofEndpoints)) surprises.push(surprise)
  expect(surprises).toEqual([])
  const asking = [...endpoints].filter(([, { proof }]) => proof).map(([name]) => name)
  expect(asking.toSorted()).toEqual(proofEndpoints.toSorted())
}, 600_000)

test.each(['aal2', 'aal1'] as const)(
  'A-708: with a second factor, at %s, every endpoint answers as without one, or asks for the factor first',
  async (level) => {
    const surprises: string[] = []
    for await (const surprise of suite.surprisesAt(level)) surprises.push(surprise)
    expect(surprises).toEqual([])
  },
  1_800_000,
)
