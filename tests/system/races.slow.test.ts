// Runs every two operations on the same customer, contact, ticket, colleague, report, enquiry or basis concurrently,
// each pair RACE_ROUNDS times (default 1; docs/reliability.md has the results of 25 rounds).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countWrongAggregates } from '#platform/database/aggregate-check.ts'
import { captureLog } from '../harness/captured-log.ts'
import { type Harness, startHarness } from '../harness/harness.ts'
import {
  aBilledCustomer,
  aCompany,
  aCustomerWithHours,
  anInvoiceBasisIn,
  anUnreferencedCustomer,
  aReferencedCustomer,
  type Company,
} from '../races/company.ts'
import { contactOperations } from '../races/contact-operations.ts'
import { customerOperations, referencedCustomerOperations } from '../races/customer-operations.ts'
import { invoiceBasisOperations, transitionOperations, WRONGLY_DRAWN } from '../races/invoice-basis-operations.ts'
import type { Operation } from '../races/operation.ts'
import { enquiryOperations, reportOperations, ticketOperations, userOperations } from '../races/operations.ts'
import { type Pair, pairsOf, type Race, race } from '../races/race.ts'

const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)
/** Concurrent races, each on its own rows; they share the pool, the processor and the organization. */
const CONCURRENCY = 4
const MINUTE = 60_000

let h: Harness
const log = captureLog('warn')
beforeAll(async () => {
  h = await startHarness({ isSendingMail: true, poolSize: 16, logger: log.logger })
})
afterAll(() => h.stop())

/** Alternates which operation is sent first. */
const alternating =
  ([one, other]: Pair) =>
  (_: unknown, round: number): Pair =>
    round % 2 === 0 ? [one, other] : [other, one]

const succeeded = new Set<string>()
const subjects = [
  {
    subject: 'a customer that nothing references',
    operations: customerOperations,
    insertScene: anUnreferencedCustomer,
  },
  { subject: 'a customer with everything', operations: referencedCustomerOperations, insertScene: aReferencedCustomer },
  { subject: 'a contact', operations: contactOperations, insertScene: aReferencedCustomer },
  { subject: 'a ticket', operations: ticketOperations, insertScene: aReferencedCustomer },
  { subject: 'a colleague', operations: userOperations, insertScene: aReferencedCustomer },
  { subject: 'a report', operations: reportOperations, insertScene: aReferencedCustomer },
  { subject: 'a marked report', operations: reportOperations, insertScene: aBilledCustomer },
  { subject: 'bases that draw the same hours', operations: invoiceBasisOperations, insertScene: aCustomerWithHours },
  { subject: 'a draft basis', operations: transitionOperations, insertScene: anInvoiceBasisIn('draft') },
  { subject: 'a sent basis', operations: transitionOperations, insertScene: anInvoiceBasisIn('sent') },
  { subject: 'an approved basis', operations: transitionOperations, insertScene: anInvoiceBasisIn('approved') },
  { subject: 'a billed basis', operations: transitionOperations, insertScene: anInvoiceBasisIn('billed') },
  { subject: 'an enquiry', operations: enquiryOperations, insertScene: aReferencedCustomer },
]

describe.each(subjects)('A-240: any two concurrent operations on $subject', ({ operations, insertScene }) => {
  test(
    'get responses as in the contract, and the stored rows match the responses',
    async () => {
      const company = await aCompany(h)
      const queue = pairsOf(operations).flatMap((pair) => Array.from({ length: RACE_ROUNDS }, alternating(pair)))
      const races: Race[] = []
      const work = async () => {
        for (let pair = queue.pop(); pair; pair = queue.pop())
          races.push(await race(h, pair, await insertScene(h, company)))
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, work))
      for (const { operation, status } of races.flatMap(({ outcomes }) => outcomes))
        if (status < 300) succeeded.add(operation.name)
      expect(races.flatMap(({ faults }) => faults)).toEqual([])
      expect(await inconsistencies(company, races)).toEqual([])
      expect(faultsIn(log.text())).toEqual([])
    },
    (2 + RACE_ROUNDS) * MINUTE,
  )
})

/** SQLSTATE when two transactions lock the same rows in different orders. */
const DEADLOCK = '40P01'

/** A lock timeout is retried, and due to a slow machine; a deadlock is a fault. */
const faultsIn = (lines: string) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ level, err }) => level >= 50 || err?.code === DEADLOCK || err?.cause?.code === DEADLOCK)

/** Faults that no single race reveals: wrong aggregates, logins without a person, operations without an audit entry. */
async function inconsistencies({ orgId }: Company, races: Race[]): Promise<string[]> {
  const { rows } = await h.test.superuser.query<{ fault: string }>(
    `select 'a login without a person: ' || id as fault from auth.users u
     where (kind = 'customer' and not exists (select from customer_users l where l.user_id = u.id))
       or (kind = 'staff' and not exists (select from profiles p where p.id = u.id))
     union all
     select 'a login of an archived contact: ' || u.id from auth.users u join customer_users l on l.user_id = u.id
       join contacts c on c.org_id = l.org_id and c.id = l.contact_id
     where u.disabled_at is null and c.archived_at is not null
     union all
     select 'a ticket missing from the search index: ' || id from tickets t
     where org_id = $1 and created_at > now() - interval '1 day'
       and not exists (select from ticket_search s where s.ticket_id = t.id)
     union all
     select 'a row whose reported and reported_at disagree: ' || id from time_entries where reported <> (reported_at is not null)
     union all
     ${WRONGLY_DRAWN}`,
    [orgId],
  )
  const { rows: lines } = await h.test.superuser.query<{ entry: string; count: number }>(
    `select action || ' ' || subject as entry, count(*)::int as count from audit_log where org_id = $1 group by 1`,
    [orgId],
  )
  const expected = new Map<string, number>()
  for (const { operation, status } of races.flatMap(({ outcomes }) => outcomes))
    if (operation.audits && status < 300) expected.set(operation.audits, (expected.get(operation.audits) ?? 0) + 1)
  const unaudited = [...expected].filter(
    ([entry, count]) => lines.find((line) => line.entry === entry)?.count !== count,
  )
  const wrongSums = await h.database.as('owner', countWrongAggregates)
  return [
    ...rows.map(({ fault }) => fault),
    ...unaudited.map(
      ([entry, count]) => `'${entry}' succeeded ${count} times, but has another number of audit entries`,
    ),
    ...(wrongSums > 0 ? [`${wrongSums} aggregates differ from their rows`] : []),
  ]
}

test('operation names are unique in their list, and each operation succeeded at least once', () => {
  const duplicates = (operations: Operation[]) => operations.length - new Set(operations.map(({ name }) => name)).size
  expect(subjects.map(({ operations }) => duplicates(operations))).toEqual(subjects.map(() => 0))
  const all = subjects.flatMap(({ operations }) => operations).filter(({ isUnlikely }) => !isUnlikely)
  expect(all.filter(({ name }) => !succeeded.has(name)).map(({ name }) => name)).toEqual([])
})
