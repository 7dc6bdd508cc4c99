// With generated data, every screen that sums time shows the same minutes as the database, and as every other screen
// for the same rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoSize, generateDemo } from '#app/demo/generate-demo.ts'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { dashboard } from '#screens/back-office/dashboard.contract.ts'
import { addDays, latestMonths, monthOf, spanOfMonth, todayInStockholm } from '#shared/dates.rules.ts'
import type { Call } from '#shared/web/call.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

const size: DemoSize = {
  organizations: 3,
  staff: 40,
  customers: 90,
  tickets: 60,
  activeTickets: 20,
  comments: 120,
  timeEntries: 2000,
  days: 420,
}
const today = todayInStockholm()

type Sum = { rows: number; minutes: number }
/** Which of the organization's rows are summed. */
type SumFilter = { state: 'active' | 'reported' | 'both'; customerId?: string; month?: string; year?: string }
type Company = { name: string; orgId: string; call: Call; busiest: string[] }
type ListScreen = {
  name: string
  states: SumFilter['state'][]
  sum: (company: Company, filter: SumFilter) => Promise<Sum>
}

let h: Harness
let companies: Company[]

beforeAll(async () => {
  h = await startHarness()
  await generateDemo(h.test.connection, { today, passwordHash: 'x', size })
  const { rows } = await h.test.superuser.query<{
    name: string
    orgId: string
    userId: string
    email: string
    busiest: string[]
  }>(
    `select o.name, o.id as "orgId", u.id as "userId", u.email, (select array_agg(customer_id) from (
       select customer_id from time_entries t where t.org_id = o.id group by 1 order by count(*) desc limit 3) c) as busiest
     from organizations o cross join lateral (
       select users.id, users.email from auth.users users join user_roles r on r.user_id = users.id
       where r.org_id = o.id order by r.role limit 1) u
     order by o.name`,
  )
  companies = []
  for (const { userId, email, ...company } of rows) {
    const sessionId = uuidv7()
    await h.test.superuser.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
    const token = await h.tokens.sign({ userId, sessionId, email })
    companies.push({ ...company, call: h.as({ userId, sessionId, token, email, orgId: company.orgId }).call })
  }
})
afterAll(() => h.stop())

/** Sums all rows page by page, and expects the total of the first page to equal that sum. */
async function sumOfPages(
  pageAfter: (
    after: string | undefined,
  ) => Promise<{ rows: { minutes: number }[]; next: string | null; total: Sum | null }>,
) {
  const first = await pageAfter(undefined)
  const rows = [...first.rows]
  for (let { next } = first; next; ) {
    const page = await pageAfter(next)
    rows.push(...page.rows)
    next = page.next
  }
  const sum = { rows: rows.length, minutes: rows.reduce((minutes, row) => minutes + row.minutes, 0) }
  expect(first.total).toEqual(sum)
  return sum
}

const listScreens: ListScreen[] = [
  {
    name: 'Tidrapport',
    states: ['active', 'both'],
    sum: ({ call }, { state, customerId, month }) =>
      sumOfPages((after) =>
        call(time.list, { query: { customerId, month, after, ...(state === 'both' && { reported: 'true' }) } }),
      ),
  },
  {
    name: 'Arkiv',
    states: ['reported'],
    sum: ({ call }, { customerId, year }) =>
      sumOfPages((after) => call(archive.list, { query: { customerId, year, after } })),
  },
]

/** The sum, computed from the time entries in the database. */
async function sumInDatabase({ orgId }: Company, { state, customerId, month, year }: SumFilter): Promise<Sum> {
  const { rows } = await h.test.superuser.query<Sum>(
    `select count(*)::int as rows, coalesce(sum(
       extract(epoch from (work_date + time_to + case when time_to < time_from then interval '1 day' else interval '0' end)
         at time zone 'Europe/Stockholm' - (work_date + time_from) at time zone 'Europe/Stockholm') / 60), 0)::int as minutes
     from time_entries
     where org_id = $1 and deleted_at is null and ($2 = 'both' or reported = ($2 = 'reported'))
       and ($3::uuid is null or customer_id = $3) and ($4::text is null or to_char(work_date, 'YYYY-MM') = $4)
       and ($5::text is null or to_char(work_date, 'YYYY') = $5)`,
    [orgId, state, customerId ?? null, month ?? null, year ?? null],
  )
  return rows[0] ?? { rows: 0, minutes: 0 }
}

describe.each(listScreens)('$name', ({ states, sum }) => {
  test('agrees with the database for everything, for customers, and for every month or year', async () => {
    for (const company of companies) {
      const [thisMonth = '', lastMonth = '', monthBefore = ''] = latestMonths(today, 3)
      const spans = states.includes('reported')
        ? (await company.call(archive.years, {})).map((year) => ({ year }))
        : [thisMonth, lastMonth, monthBefore].map((month) => ({ month }))
      const filters = [
        {},
        ...spans,
        ...company.busiest.flatMap((customerId) => [{ customerId }, { customerId, ...spans[0] }]),
      ]
      for (const state of states)
        for (const filter of filters) {
          const rows = { state, ...filter }
          expect(await sum(company, rows), `${company.name} ${JSON.stringify(rows)}`).toEqual(
            await sumInDatabase(company, rows),
          )
        }
    }
  })
})

test('the generated companies have open and reported time, in at least two years', async () => {
  expect(companies).toHaveLength(3)
  for (const company of companies) {
    for (const state of ['active', 'reported'] as const)
      expect((await sumInDatabase(company, { state })).rows).toBeGreaterThan(0)
    expect((await company.call(archive.years, {})).length).toBeGreaterThan(1)
  }
})

test('Månadsrapport has each month’s open time, whose customers and rows add up to its total', async () => {
  for (const company of companies) {
    for (const month of latestMonths(today, 3)) {
      const { from, before } = spanOfMonth(month)
      for (const customerId of ['', ...company.busiest]) {
        const body = { customerId, from, to: addDays(before, -1) }
        const { id, rows, minutes, customers } = await company.call(reports.generate, { body })
        const filter = { state: 'active' as const, month, ...(customerId && { customerId }) }
        expect({ rows, minutes }).toEqual(await sumInDatabase(company, filter))
        expect(customers.reduce((sum, customer) => sum + customer.minutes, 0)).toBe(minutes)
        const sum = await sumOfPages(async (after) => {
          const page = await company.call(reports.rows, { params: { id }, query: { after } })
          return { ...page, total: { rows, minutes } }
        })
        expect(sum).toEqual({ rows, minutes })
      }
    }
  }
})

test('every row is either in Tidrapport or in Arkiv', async () => {
  for (const company of companies) {
    const active = await sumInDatabase(company, { state: 'active' })
    const reported = await sumInDatabase(company, { state: 'reported' })
    const both = await sumInDatabase(company, { state: 'both' })
    expect({ rows: active.rows + reported.rows, minutes: active.minutes + reported.minutes }).toEqual(both)
  }
})

describe('Dashboard', () => {
  const listTotal = async ({ call }: Company, query: object) => (await call(time.list, { query })).total

  test('its open hours, month and customers equal Tidrapport and the database', async () => {
    for (const company of companies) {
      const summary = await company.call(dashboard.get, {})
      expect(summary.unreported).toEqual(await sumInDatabase(company, { state: 'active' }))
      expect(summary.unreported).toEqual(await listTotal(company, {}))
      const month = monthOf(today)
      const { minutes } = await sumInDatabase(company, { state: 'both', month })
      expect(summary.currentMonth).toEqual({ month, minutes })
      expect((await listTotal(company, { month, reported: 'true' }))?.minutes).toBe(minutes)
      expect(summary.topCustomers.length).toBeGreaterThan(0)
      for (const { customer, minutes: ofCustomer } of summary.topCustomers) {
        expect((await listTotal(company, { customerId: customer.id }))?.minutes).toBe(ofCustomer)
        expect((await sumInDatabase(company, { state: 'active', customerId: customer.id })).minutes).toBe(ofCustomer)
      }
    }
  })

  test('its five customers are those with the most open time', async () => {
    for (const company of companies) {
      const { topCustomers } = await company.call(dashboard.get, {})
      const { rows } = await h.test.superuser.query<{ minutes: number }>(
        `select sum(minutes)::int as minutes from time_entries where org_id = $1 and not reported and deleted_at is null
         group by customer_id order by 1 desc limit 5`,
        [company.orgId],
      )
      expect(topCustomers.map(({ minutes }) => minutes)).toEqual(rows.map(({ minutes }) => minutes))
    }
  })

  test('its twelve weeks are the sums of their days', async () => {
    for (const company of companies) {
      const { weeks } = await company.call(dashboard.get, {})
      for (const { monday, minutes } of weeks) {
        const { rows } = await h.test.superuser.query(
          `select coalesce(sum(minutes), 0)::int as minutes from time_entries
           where org_id = $1 and deleted_at is null and work_date between $2 and $3`,
          [company.orgId, monday, addDays(monday, 6)],
        )
        expect(rows, `${company.name} ${monday}`).toEqual([{ minutes }])
      }
    }
  })
})

test('all sums still agree after rows were logged, changed, removed, reported and re-activated', async () => {
  const [company] = companies as [Company]
  const { call } = company
  const body = { customerId: company.busiest[0]!, workDate: today, timeFrom: '22:30', timeTo: '01:15' }
  const [logged, removed] = [await call(time.create, { body }), await call(time.create, { body })]
  await call(time.change, { params: { id: logged.id }, body: { ...body, timeTo: '23:47', version: logged.version } })
  await call(time.remove, { params: { id: removed.id } })
  const [archived] = (await call(archive.list, { query: {} })).rows
  await call(archive.reactivate, { params: { id: archived!.id } })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
    logged.id,
  ])
  for (const { states, sum } of listScreens)
    for (const state of states) expect(await sum(company, { state })).toEqual(await sumInDatabase(company, { state }))
  expect((await call(dashboard.get, {})).unreported).toEqual(await sumInDatabase(company, { state: 'active' }))
})
