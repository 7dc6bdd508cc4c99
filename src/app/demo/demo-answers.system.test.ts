import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { fillDemoAnswers } from './demo-answers.ts'
import { generateDemo } from './generate-demo.ts'

let h: Harness

beforeAll(async () => {
  h = await startHarness()
  await generateDemo(h.test.connection, { today: '2026-11-28', passwordHash: 'x' })
  await fillDemoAnswers(h.database)
})
afterAll(() => h.stop())

test('most first answers of the demo were kept, some were missed, and some wait', async () => {
  const { rows } = await h.test.superuser.query('select kept, missed, median_minutes as median from answer_figures')
  const { kept, missed, median } = rows[0] ?? {}
  expect(kept).toBeGreaterThan(missed)
  expect(missed).toBeGreaterThan(0)
  expect(median).toBeGreaterThan(10)
  const { rowCount } = await h.test.superuser.query(
    'select from tickets where due_at is not null union all select from enquiries where due_at is not null',
  )
  expect(rowCount).toBeGreaterThan(4)
})
