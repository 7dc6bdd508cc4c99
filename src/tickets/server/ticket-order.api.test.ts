import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { priorities, statuses, type TicketFilter, type TicketRow, tickets } from '../tickets.contract.ts'

const COMMON_WORD = 'skrivaren'
const TICKETS = 130

let h: Harness
let pagesOf: (filter: Partial<TicketFilter>) => Promise<TicketRow[][]>

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  const technician = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId })
  // Over eight months, seven with each timestamp, in every status and priority; ids are random.
  await h.test.superuser.query(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_at)
     select $1, gen_random_uuid(), n, $2, '${COMMON_WORD} ' || n, 'x', ($3::text[])[n % 4 + 1], ($4::text[])[n % 3 + 2],
       case when n % 5 = 0 then $5::uuid end, timestamptz '2026-03-01 08:00Z' + (n / 7) * interval '14 days'
     from generate_series(1, ${TICKETS}) n`,
    [orgId, customer.id, [...statuses], [...priorities], technician.userId],
  )
  const { call } = h.as(technician)
  pagesOf = async (filter) => {
    const pages: TicketRow[][] = []
    let after: string | undefined
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
  { resolved: 'show' },
  { tab: 'archived' },
  { priority: 'urgent', resolved: 'show' },
  { status: 'resolved' },
  { assignee: 'me', resolved: 'show' },
  { assignee: 'nobody', priority: 'high', resolved: 'show' },
]

test.each(filters)(
  'ticketOrder (tickets.queries.ts) and search_tickets() in the database sort and page alike: %j',
  async (filter) => {
    const listed = await pagesOf(filter)
    expect(listed.flat().length).toBeGreaterThan(5)
    expect(await pagesOf({ ...filter, search: COMMON_WORD })).toEqual(listed)
  },
)

test('there is more than one page, and tickets with the same timestamp on both sides of the boundary', async () => {
  const [first = [], second = []] = await pagesOf({})
  expect(first.at(-1)?.createdAt).toBe(second[0]?.createdAt)
})
