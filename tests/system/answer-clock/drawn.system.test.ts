// Answers are due when the history says, after whatever changes it (docs/decisions/111).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../harness/harness.ts'
import { expectSequence, steps } from './sequences.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('after each of drawn changes by screen, portal, mail and jobs', async () => {
  const taken = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(steps, (sequence) =>
      expectSequence(h, sequence, ({ act }) => taken.set(act, (taken.get(act) ?? 0) + 1)),
    ),
    { numRuns: 60, seed: 20261129 },
  )
  // Each kind of change has been made, not only refused.
  expect(taken.size).toBe(24)
})
