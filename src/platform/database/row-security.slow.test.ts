// That each policy is needed: row-security.system.test.ts tests what they allow.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { fillForProbes, firstDifferenceAfter, weakenings } from './testing/policy-probes.ts'

let t: TestDatabase

beforeAll(async () => {
  t = await aDatabase()
  await fillForProbes(t.superuser)
})
afterAll(() => t.drop())

test('A-58: the probes detect each policy that is dropped or opened to all rows', async () => {
  const changes = await weakenings()
  expect(changes.length).toBeGreaterThan(70)
  const unnoticed: string[] = []
  for (const change of changes) if (!(await firstDifferenceAfter(change))) unnoticed.push(change.statement)
  expect(unnoticed).toEqual([])
})
