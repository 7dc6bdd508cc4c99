import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { fillDemoHours } from './demo-hours.ts'
import { fillDemoInvoiceBases } from './demo-invoice-bases.ts'
import { generateDemo } from './generate-demo.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('the demo has bases in every state, with numbers, a question and an outdated one', async () => {
  await generateDemo(h.test.connection, { today: '2026-11-21', passwordHash: 'x' })
  await fillDemoInvoiceBases(h.database, '2026-11-21')
  const { rows } = await h.test.superuser.query(
    `select state, count(*)::int, count(number)::int as numbers, count(outdated_at)::int as outdated from invoice_bases
     group by state order by state`,
  )
  expect(rows).toEqual([
    { state: 'approved', count: 2, numbers: 0, outdated: 0 },
    { state: 'billed', count: 3, numbers: 3, outdated: 0 },
    { state: 'draft', count: 1, numbers: 0, outdated: 0 },
    { state: 'sent', count: 3, numbers: 0, outdated: 1 },
  ])
  const questions = await h.test.superuser.query(
    'select answer from invoice_basis_questions order by answer nulls last',
  )
  expect(questions.rows).toEqual([{ answer: expect.stringContaining('distans') }, { answer: null }])
})

test('a billed basis draws prepaid hours, and the used hours cause no mail', async () => {
  await fillDemoHours(h.database, '2026-11-21')
  const { rows } = await h.test.superuser.query(
    `select (select count(*)::int from drawdowns) > 0 as drawn,
       (select count(*)::int from used_hours where prepaid_hours_id is not null and used_minutes between 1 and minutes - 1) > 0 as partly,
       (select count(*)::int from used_hours where month is not null) > 0 as included,
       (select count(*)::int from ${queuedJobs}) as jobs`,
  )
  expect(rows).toEqual([{ drawn: true, partly: true, included: true, jobs: 0 }])
})
