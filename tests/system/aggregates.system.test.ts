// Every place that sums time says the same, to the minute, over generated data: what a person sees on one screen is what
// the database says, and what another screen says of the same rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive } from '#archive/archive.contract.ts'
import { dashboard } from '#backoffice/dashboard.contract.ts'
import { type DemoSize, generateDemo } from '#db/demo/demo.ts'
import { uuidv7 } from '#db/uuid.ts'
import { addDays, latestMonths, monthOf, spanOfMonth, todayInStockholm } from '#lib/dates.rules.ts'
import type { Call } from '#lib/web/call.ts'
import { reports } from '#reports/reports.contract.ts'
import { time } from '#time/time.contract.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

const size: DemoSize = {
  ...{ organizations: 3, staff: 40, customers: 90, tickets: 60, activeTickets: 20 },
  ...{ comments: 120, timeEntries: 2000, days: 420 },
}
const today = todayInStockholm()

type Sum = { rows: number; minutes: number }
/** What a place is asked for: everything of the organization that matches. */
type Wanted = { state: 'active' | 'reported' | 'both'; customerId?: string; month?: string; year?: string }
type Company = { name: string; orgId: string; call: Call; busiest: string[] }
type Place = { name: string; states: Wanted['state'][]; sum: (company: Company, wanted: Wanted) => Promise<Sum> }

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

/** Added up row by row, page after page, and compared with the sum that the first page carries. */
async function addedUp(
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

const places: Place[] = [
  {
    name: 'Tidrapport',
    states: ['active', 'both'],
    sum: ({ call }, { state, customerId, month }) =>
      addedUp((after) =>
        call(time.list, { query: { customerId, month, after, ...(state === 'both' && { reported: 'true' }) } }),
      ),
  },
  {
    name: 'Arkiv',
    states: ['reported'],
    sum: ({ call }, { customerId, year }) =>
      addedUp((after) => call(archive.list, { query: { customerId, year, after } })),
  },
]

/** The same, straight from the rows. */
async function inDatabase({ orgId }: Company, { state, customerId, month, year }: Wanted): Promise<Sum> {
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

describe.each(places)('$name', ({ states, sum }) => {
  test('agrees with the rows themselves, for everything, for customers, and for every month or year', async () => {
    for (const company of companies) {
      const [thisMonth = '', lastMonth = '', before = ''] = latestMonths(today, 3)
      const spans = states.includes('reported')
        ? (await company.call(archive.years, {})).map((year) => ({ year }))
        : [thisMonth, lastMonth, before].map((month) => ({ month }))
      const filters = [
        {},
        ...spans,
        ...company.busiest.flatMap((customerId) => [{ customerId }, { customerId, ...spans[0] }]),
      ]
      for (const state of states)
        for (const filter of filters) {
          const wanted = { state, ...filter }
          expect(await sum(company, wanted), `${company.name} ${JSON.stringify(wanted)}`).toEqual(
            await inDatabase(company, wanted),
          )
        }
    }
  })
})

test('the generated companies have something to compare: open time and reported, in two years at least', async () => {
  expect(companies).toHaveLength(3)
  for (const company of companies) {
    for (const state of ['active', 'reported'] as const)
      expect((await inDatabase(company, { state })).rows).toBeGreaterThan(0)
    expect((await company.call(archive.years, {})).length).toBeGreaterThan(1)
  }
})

test('Månadsrapport has what is open of each month, for everybody and for a customer; its customers and rows add up to it', async () => {
  for (const company of companies) {
    for (const month of latestMonths(today, 3)) {
      const { from, before } = spanOfMonth(month)
      for (const customerId of ['', ...company.busiest]) {
        const body = { customerId, from, to: addDays(before, -1) }
        const { id, rows, minutes, customers } = await company.call(reports.generate, { body })
        const wanted = { state: 'active' as const, month, ...(customerId && { customerId }) }
        expect({ rows, minutes }).toEqual(await inDatabase(company, wanted))
        expect(customers.reduce((sum, customer) => sum + customer.minutes, 0)).toBe(minutes)
        const sum = await addedUp(async (after) => {
          const page = await company.call(reports.rows, { params: { id }, query: { after } })
          return { ...page, total: { rows, minutes } }
        })
        expect(sum).toEqual({ rows, minutes })
      }
    }
  }
})

test('what is in Tidrapport and what is in Arkiv is everything, and nothing is in both', async () => {
  for (const company of companies) {
    const active = await inDatabase(company, { state: 'active' })
    const reported = await inDatabase(company, { state: 'reported' })
    const both = await inDatabase(company, { state: 'both' })
    expect({ rows: active.rows + reported.rows, minutes: active.minutes + reported.minutes }).toEqual(both)
  }
})

describe('Dashboard', () => {
  const listed = async ({ call }: Company, query: object) => (await call(time.list, { query })).total

  test('its open hours, the month and the customers are those of Tidrapport and of the rows', async () => {
    for (const company of companies) {
      const shown = await company.call(dashboard.get, {})
      expect(shown.unreported).toEqual(await inDatabase(company, { state: 'active' }))
      expect(shown.unreported).toEqual(await listed(company, {}))
      const month = monthOf(today)
      const { minutes } = await inDatabase(company, { state: 'both', month })
      expect(shown.currentMonth).toEqual({ month, minutes })
      expect((await listed(company, { month, reported: 'true' }))?.minutes).toBe(minutes)
      expect(shown.topCustomers.length).toBeGreaterThan(0)
      for (const { customer, minutes: ofCustomer } of shown.topCustomers) {
        expect((await listed(company, { customerId: customer.id }))?.minutes).toBe(ofCustomer)
        expect((await inDatabase(company, { state: 'active', customerId: customer.id })).minutes).toBe(ofCustomer)
      }
    }
  })

  test('nobody outside its five customers has more open time', async () => {
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

test('they still agree after rows were logged, changed, removed, reported and re-activated', async () => {
  const [company] = companies as [Company]
  const { call } = company
  const body = { customerId: company.busiest[0]!, workDate: today, timeFrom: '22:30', timeTo: '01:15' }
  const [logged, removed] = [await call(time.create, { body }), await call(time.create, { body })]
  await call(time.change, { params: { id: logged.id }, body: { ...body, timeTo: '23:47', version: logged.version } })
  await call(time.remove, { params: { id: removed.id } })
  const [again] = (await call(archive.list, { query: {} })).rows
  await call(archive.reactivate, { params: { id: again!.id } })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
    logged.id,
  ])
  for (const { states, sum } of places)
    for (const state of states) expect(await sum(company, { state })).toEqual(await inDatabase(company, { state }))
  expect((await call(dashboard.get, {})).unreported).toEqual(await inDatabase(company, { state: 'active' }))
})
