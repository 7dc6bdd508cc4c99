// Two organizations with the same kinds of rows, each with a text that must never reach the other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

type Side = {
  admin: Person
  technician: Person
  portalUser: Person
  customerId: string
  orgId: string
  mark: string
  ids: string[]
}

let h: Harness
let ours: Side
let theirs: Side

beforeAll(async () => {
  h = await startHarness()
  ours = await fill('märke-norr')
  theirs = await fill('märke-söder')
})
afterAll(() => h.stop())

async function fill(mark: string): Promise<Side> {
  const { id: orgId } = await h.anOrganization(`Samma AB ${mark}`)
  const admin = await h.anAdmin({ orgId, fullName: `Ada ${mark}` })
  const technician = await h.aTechnician({ orgId, fullName: `Tage ${mark}` })
  const call = h.as(technician).call
  const customer = await call(customers.create, {
    body: { name: `Kund ${mark}`, notes: `Notering ${mark}`, email: 'info@example.se' },
  })
  const entry = await call(time.create, {
    body: {
      customerId: customer.id,
      workDate: '2026-11-20',
      timeFrom: '08:00',
      timeTo: '09:00',
      description: mark,
      notes: mark,
    },
  })
  const portalUser = await h.aPortalUser({ id: customer.id, orgId })
  const enquiryId = await anEnquiry(h, { orgId, name: `Sändare ${mark}`, email: 'info@example.se', message: mark })
  const ids = [orgId, admin.userId, technician.userId, portalUser.userId, customer.id, entry.id, enquiryId]
  return { admin, technician, portalUser, customerId: customer.id, orgId, mark, ids }
}

/** The URLs of every list, also with hostile parameters. The access suite covers reads by id. */
function listUrls({ customerId, orgId }: Side) {
  const queries = [
    '',
    `?customerId=${customerId}&reported=true`,
    '?search=Kund',
    '?includeArchived=true',
    '?year=2026&search=märke',
    '?archived=true',
    `?customer_id=${customerId}&org_id=${orgId}&filter[org_id]=${orgId}`,
    `?customerId=${customerId}&customerId=${customerId}`,
    '?select=*&expand=customer&sort=password_hash',
  ]
  return (
    h.routes
      .filter(({ method, url, allow }) => method === 'GET' && allow !== 'anyone' && url !== '/api/openapi.json')
      // Streams never end and have separate tests.
      .filter(({ url }) => !url.endsWith('/live'))
      .filter(({ url }) => !url.includes(':'))
      .flatMap(({ url }) => queries.map((query) => url + query))
  )
}

const get = (url: string, { token }: Person) => h.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

test('A-54, A-56, A-59, A-63: no list, search, count or export shows anything of the other organization', async () => {
  let answered = 0
  for (const person of [ours.admin, ours.technician, ours.portalUser]) {
    for (const url of new Set([...listUrls(ours), ...listUrls(theirs)])) {
      const answer = await get(url, person)
      const seen = answer.body + JSON.stringify(answer.headers)
      for (const secret of [theirs.mark, ...theirs.ids]) expect(seen, `${url} as ${person.email}`).not.toContain(secret)
      if (answer.statusCode === 200) answered++
    }
  }
  expect(answered).toBeGreaterThan(20)
})

test('counts and sums of both organizations are the same', async () => {
  const fetchBoth = async (url: string) => {
    const [first, second] = await Promise.all([ours, theirs].map(async ({ admin }) => (await get(url, admin)).json()))
    return { first, second }
  }
  const dashboards = await fetchBoth('/api/dashboard')
  expect(dashboards.first.unreported).toEqual({ rows: 1, minutes: 60 })
  expect(dashboards.first.unreported).toEqual(dashboards.second.unreported)
  const lists = await fetchBoth('/api/time')
  expect(lists.first.total).toEqual({ rows: 1, minutes: 60 })
  expect(lists.first.total).toEqual(lists.second.total)
  expect((await fetchBoth('/api/customers')).first.total).toBe(1)
})
