// How many statements a request costs, the look at the session among them: what budgets.json allows. It is the same on every
// machine; how long they take is for `npm run bench`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoSize, generateDemo } from '#db/demo/demo.ts'
import { todayInStockholm } from '#lib/dates.rules.ts'
import budgets from '../../budgets.json' with { type: 'json' }
import { type Harness, startHarness } from './testing/harness.ts'

const size: DemoSize = {
  ...{ organizations: 1, staff: 3, customers: 10, tickets: 80, activeTickets: 60 },
  ...{ comments: 200, timeEntries: 300, days: 90 },
}
const transaction = /^\s*(begin|commit|rollback|start transaction)\b/i

let h: Harness
let statements: string[] = []
let headers: Record<string, string>
let places: { ticketId: string; customerId: string }

beforeAll(async () => {
  h = await startHarness({
    slow: { ms: 0, tell: ({ sql }) => transaction.test(sql) || statements.push(sql) },
  })
  await generateDemo(h.test.connection, { today: todayInStockholm(), passwordHash: 'x', size })
  const { rows } = await h.test.superuser.query<{ orgId: string } & typeof places>(
    `select org_id as "orgId", (select customer_id from time_entries where not reported limit 1) as "customerId",
       (select ticket_id from ticket_comments group by 1 order by count(*) desc limit 1) as "ticketId"
     from customers limit 1`,
  )
  const found = rows[0]
  if (!found) throw new Error('The demo has no customer')
  places = found
  headers = { authorization: `Bearer ${(await h.anAdmin(found)).token}` }
})
afterAll(() => h.stop())

test.each(Object.entries(budgets.statements))('%s costs at most %i statements', async (request, allowed) => {
  const [method = '', address = ''] = request.split(' ')
  const url = address.replace(':ticket', places.ticketId).replace(':customer', places.customerId)
  statements = []
  const answer = await h.app.inject({ method: method as 'GET', url, headers })
  expect(answer.statusCode).toBe(200)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(allowed)
  expect(statements.length).toBeGreaterThan(1)
})
