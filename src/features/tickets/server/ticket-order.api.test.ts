import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { DEFAULT_ORDER, SEARCH_ORDER, type TicketSort, ticketSorts } from '../ticket-order.rules.ts'
import { priorities, statuses, type TicketFilter, type TicketRow, tickets } from '../tickets.contract.ts'

const COMMON_WORD = 'skrivaren'
const TICKETS = 130

let h: Harness
let pagesOf: (filter: Partial<TicketFilter>) => Promise<TicketRow[][]>

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  const technician = await h.aTechnician({ orgId })
  const customers = [await h.aCustomer({ orgId, name: 'Åkeri' }), await h.aCustomer({ orgId, name: 'Zoo' })]
  // Over eight months, seven per timestamp, in every status and priority, with random ids.
  await h.test.superuser.query(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_at)
     select $1, gen_random_uuid(), n, ($2::uuid[])[n % 2 + 1], '${COMMON_WORD} ' || n, 'x', ($3::text[])[n % 4 + 1], ($4::text[])[n % 3 + 2],
       case when n % 5 = 0 then $5::uuid end, timestamptz '2026-03-01 08:00Z' + (n / 7) * interval '14 days'
     from generate_series(1, ${TICKETS}) n`,
    [orgId, customers.map(({ id }) => id), [...statuses], [...priorities], technician.userId],
  )
  await h.test.superuser.query(
    `update tickets set last_activity_at = created_at + (ticket_number % 11) * interval '9 days',
       due_at = case when ticket_number % 3 = 0 and status <> 'closed' then created_at + (ticket_number % 5) * interval '1 day' end`,
  )
  const { call } = h.as(technician)
  pagesOf = async (filter) => {
    const pages: TicketRow[][] = []
    let { after } = filter
    do {
      const { rows, next } = await call(tickets.list, { query: { ...filter, ...(after && { after }) } })
      pages.push(rows)
      after = next ?? undefined
    } while (after)
    return pages
  }
})
afterAll(() => h.stop())

const filters: Partial<TicketFilter>[] = [
  {},
  { tab: 'archived' },
  { priority: 'urgent' },
  { status: 'resolved' },
  { assignee: 'me' },
  { assignee: 'nobody', priority: 'high' },
  { status: 'unresolved' },
]

test.each(filters)(
  'SEARCH_ORDER in ticket-order.rules.ts and search_tickets() in the database sort and page alike: %j',
  async (filter) => {
    const listed = await pagesOf({ ...filter, ...SEARCH_ORDER })
    expect(listed.flat().length).toBeGreaterThan(5)
    expect(await pagesOf({ ...filter, search: COMMON_WORD })).toEqual(listed)
  },
)

test('the list is in DEFAULT_ORDER of ticket-order.rules.ts by default', async () => {
  expect(await pagesOf({})).toEqual(await pagesOf(DEFAULT_ORDER))
})

test('the boundary between pages is between tickets with the same timestamp', async () => {
  const [first = [], second = []] = await pagesOf(SEARCH_ORDER)
  expect(first.at(-1)?.createdAt).toBe(second[0]?.createdAt)
})

const sortValue: Record<TicketSort, (row: TicketRow) => string> = {
  created: ({ createdAt }) => createdAt,
  number: ({ ticketNumber }) => String(ticketNumber).padStart(9, '0'),
  // In Swedish Z comes before Å.
  customer: ({ customer }) => (customer.name === 'Zoo' ? '1' : '2'),
  priority: ({ priority }) => String(priorities.indexOf(priority)),
  status: ({ status }) => String(-statuses.indexOf(status) + statuses.length),
  activity: ({ lastActivityAt }) => lastActivityAt,
  // Those without one are last.
  due: ({ dueAt, ticketNumber }) => `${dueAt ?? 'infinity'} ${String(ticketNumber).padStart(9, '0')}`,
}

test.each(
  ticketSorts.flatMap((sort) =>
    ([{ status: 'unresolved' }, {}, { tab: 'archived' }] as const).map((filter) => ({ sort, ...filter })),
  ),
)('every order lists each ticket once, and the reverse order is its reverse: %j', async (filter) => {
  const [ascending, descending] = [
    await pagesOf({ ...filter, direction: 'asc' }),
    await pagesOf({ ...filter, direction: 'desc' }),
  ]
  const unsorted = (await pagesOf({ ...filter, sort: 'created' })).flat()
  expect(ascending.flat()).toHaveLength(unsorted.length)
  expect(new Set(ascending.flat().map(({ id }) => id))).toEqual(new Set(unsorted.map(({ id }) => id)))
  expect(descending.flat().toReversed()).toEqual(ascending.flat())
  if ((filter.sort === 'status' || filter.sort === 'due') && 'tab' in filter) return
  const values = ascending.flat().map(sortValue[filter.sort])
  expect(values).toEqual(values.toSorted())
})

test('a cursor of another order or with an impossible number is refused', async () => {
  const cursor = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url')
  const after = cursor({ createdAt: '2026-03-01T08:00:00Z', id: '01990000-0000-7000-8000-000000000000' })
  await expect(pagesOf({ sort: 'number', after })).rejects.toMatchObject({ status: 422 })
  for (const ticketNumber of ['9999999999', '-1', 'x', 1])
    await expect(pagesOf({ sort: 'number', after: cursor({ ticketNumber }) })).rejects.toMatchObject({ status: 422 })
  const unknown = { priority: 'x', createdAt: '2026-03-01T08:00:00Z', id: '01990000-0000-7000-8000-000000000000' }
  expect(await pagesOf({ sort: 'priority', after: cursor(unknown) })).toEqual([[]])
})
