import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { fillDemoHours } from './demo-hours.ts'
import { fillDemoInvoiceBases } from './demo-invoice-bases.ts'
import { generateDemo } from './generate-demo.ts'
import { listShown, shownOnAnyDay } from './testing/shown.ts'

const today = '2026-11-21'
let h: Harness
beforeAll(async () => {
  h = await startHarness()
  await generateDemo(h.test.connection, { today, passwordHash: 'x' })
  await fillDemoInvoiceBases(h.database, today)
})
afterAll(() => h.stop())

const rowsOf = async (query: string) => (await h.test.superuser.query(query)).rows

test('two months are billed, and last month has bases in every state', async () => {
  expect(await listShown(h, today)).toEqual(shownOnAnyDay)
})

test('bases are numbered in the order of billing, and nothing happened later than now', async () => {
  expect(
    await rowsOf(`select bool_and(number = place) as "areInOrder", bool_and(billed_at <= now() and billed_at >= approved_at) as "isPast",
        bool_and(number_year = extract(year from billed_at)) as "areOfTheirYear"
      from (select *, row_number() over (partition by number_year order by billed_at, number) as place
        from invoice_bases where number is not null) numbered`),
  ).toEqual([{ areInOrder: true, isPast: true, areOfTheirYear: true }])
})

test('a month costs what such a company bills, most of it work, and a third of it recurs', async () => {
  expect(
    await rowsOf(`select month::text, sum(net_ore) between 40000000 and 90000000 as "isPlausible",
        sum(recurring_ore) between 0.2 * sum(net_ore) and 0.5 * sum(net_ore) as recurs, min(total_ore) >= 0 as "isNeverNegative"
      from invoice_bases where state = 'billed' and month < '2026-10-01' group by month order by month`),
  ).toEqual([
    { month: '2026-08-01', isPlausible: true, recurs: true, isNeverNegative: true },
    { month: '2026-09-01', isPlausible: true, recurs: true, isNeverNegative: true },
  ])
})

test('questions of customers are answered, and await an answer', async () => {
  const questions = await rowsOf('select answer from invoice_basis_questions order by answer nulls last')
  expect(questions).toEqual([{ answer: expect.stringContaining('distans') }, { answer: null }])
})

test('a billed basis draws prepaid hours, and the used hours cause no mail', async () => {
  await fillDemoHours(h.database, today)
  expect(
    await rowsOf(`select (select count(*)::int from drawdowns) > 0 as drawn,
       (select count(*)::int from used_hours where prepaid_hours_id is not null and used_minutes between 1 and minutes - 1) > 0 as partly,
       (select count(*)::int from used_hours where month is not null) > 0 as included,
       (select array_agg(distinct task) from ${queuedJobs}) as jobs`),
  ).toEqual([{ drawn: true, partly: true, included: true, jobs: ['used-hours'] }])
})
