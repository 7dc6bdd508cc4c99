// Every two things that people do to the same customer, ticket, colleague, report or enquiry, at the same moment. Each pair
// is tried RACE_ROUNDS times, once unless said (results of 25: docs/measurements/reliability.md).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countWrongAggregates } from '#db/aggregate-check.ts'
import { captureLog } from '../harness/captured-log.ts'
import { type Harness, startHarness } from '../harness/harness.ts'
import { aBilledCustomer, aBusyCustomer, aCompany, aLonelyCustomer, type Company } from '../races/company.ts'
import { busyCustomerOperations, customerOperations } from '../races/customer-operations.ts'
import type { Operation } from '../races/operation.ts'
import { enquiryOperations, reportOperations, ticketOperations, userOperations } from '../races/operations.ts'
import { type Pair, pairsOf, type Race, race } from '../races/race.ts'

const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)
/** Races that run side by side, each on rows of its own: they share the pool, the processor and the organization. */
const AT_ONCE = 4
const MINUTE = 60_000

let h: Harness
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ poolSize: 16, logger: errors.logger })
})
afterAll(() => h.stop())

/** By turns either operation is sent first. */
const inTurn =
  ([one, other]: Pair) =>
  (_: unknown, round: number): Pair =>
    round % 2 === 0 ? [one, other] : [other, one]

const succeeded = new Set<string>()
const subjects = [
  { subject: 'a customer on whom nothing hangs', operations: customerOperations, stage: aLonelyCustomer },
  { subject: 'a customer with everything', operations: busyCustomerOperations, stage: aBusyCustomer },
  { subject: 'a ticket', operations: ticketOperations, stage: aBusyCustomer },
  { subject: 'a colleague', operations: userOperations, stage: aBusyCustomer },
  { subject: 'a report', operations: reportOperations, stage: aBusyCustomer },
  { subject: 'a marked report', operations: reportOperations, stage: aBilledCustomer },
  { subject: 'an enquiry', operations: enquiryOperations, stage: aBusyCustomer },
]

describe.each(subjects)('A-240: any two operations at once on $subject', ({ operations, stage }) => {
  test(
    'are answered as the contract says, and what is stored is what was answered',
    async () => {
      const company = await aCompany(h)
      const due = pairsOf(operations).flatMap((pair) => Array.from({ length: RACE_ROUNDS }, inTurn(pair)))
      const races: Race[] = []
      const work = async () => {
        for (let pair = due.pop(); pair; pair = due.pop()) races.push(await race(h, pair, await stage(h, company)))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      for (const { operation, status } of races.flatMap(({ outcomes }) => outcomes))
        if (status < 300) succeeded.add(operation.name)
      expect(races.flatMap(({ faults }) => faults)).toEqual([])
      expect(await halfDone(company, races)).toEqual([])
      expect(errors.text()).toBe('')
    },
    (2 + RACE_ROUNDS) * MINUTE,
  )
})

/** What no single race can tell: sums, logins that belong nowhere, deeds without a line in the audit log. */
async function halfDone({ orgId }: Company, races: Race[]): Promise<string[]> {
  const { rows } = await h.test.superuser.query<{ fault: string }>(
    `select 'a login that is nobody’s: ' || id as fault from auth.users u
     where (kind = 'customer' and not exists (select from customer_users l where l.user_id = u.id))
       or (kind = 'staff' and not exists (select from profiles p where p.id = u.id))
     union all
     select 'a ticket that no search finds: ' || id from tickets t
     where org_id = $1 and created_at > now() - interval '1 day'
       and not exists (select from ticket_search s where s.ticket_id = t.id)
     union all
     select 'a row that is reported or not: ' || id from time_entries where reported <> (reported_at is not null)`,
    [orgId],
  )
  const { rows: lines } = await h.test.superuser.query<{ deed: string; count: number }>(
    `select action || ' ' || subject as deed, count(*)::int as count from audit_log where org_id = $1 group by 1`,
    [orgId],
  )
  const deeds = new Map<string, number>()
  for (const { operation, status } of races.flatMap(({ outcomes }) => outcomes))
    if (operation.audits && status < 300) deeds.set(operation.audits, (deeds.get(operation.audits) ?? 0) + 1)
  const unnoted = [...deeds].filter(([deed, count]) => lines.find((line) => line.deed === deed)?.count !== count)
  const wrongSums = await h.database.as('owner', countWrongAggregates)
  return [
    ...rows.map(({ fault }) => fault),
    ...unnoted.map(([deed, count]) => `'${deed}' was done ${count} times, and the audit log says otherwise`),
    ...(wrongSums > 0 ? [`${wrongSums} sums are not those of their rows`] : []),
  ]
}

test('each operation has a name of its own in its list, and each was carried out somewhere', () => {
  const twice = (operations: Operation[]) => operations.length - new Set(operations.map(({ name }) => name)).size
  expect(subjects.map(({ operations }) => twice(operations))).toEqual(subjects.map(() => 0))
  const all = subjects.flatMap(({ operations }) => operations).filter(({ isUnlikely }) => !isUnlikely)
  expect(all.filter(({ name }) => !succeeded.has(name)).map(({ name }) => name)).toEqual([])
})
