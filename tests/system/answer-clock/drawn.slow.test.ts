// As drawn.system.test.ts, of more sequences, and with two changes at once.
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { type Harness, startHarness } from '../../harness/harness.ts'
import { expectSequence, expectSettledAfterRaces, steps } from './sequences.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const MINUTES = 60_000

test('after each change of a thousand sequences', { timeout: 90 * MINUTES }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, (sequence) => expectSequence(h, sequence, () => undefined)),
    { numRuns: 1000 },
  )
})

test('after changes of one ticket or enquiry at once', { timeout: 90 * MINUTES }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, (sequence) => expectSettledAfterRaces(h, sequence)),
    { numRuns: 200, endOnFailure: true },
  )
})
