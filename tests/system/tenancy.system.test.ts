// Two organizations that hold the same, and marks that must never reach the other one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#customers/customers.contract.ts'
import { anEnquiry } from '#enquiries/testing/an-enquiry.ts'
import { time } from '#time/time.contract.ts'
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

/** Every list, without and with what might lead it astray; what is read by its id is the access suite's. */
function readings({ customerId, orgId }: Side) {
  const strays = [
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
      // Streams never end; what is told in them has tests of its own.
      .filter(({ url }) => !url.endsWith('/live'))
      .filter(({ url }) => !url.includes(':'))
      .flatMap(({ url }) => strays.map((query) => url + query))
  )
}

const get = (url: string, { token }: Person) => h.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

test('A-54, A-56, A-59, A-63: no list shows a byte of the other organization, whatever it is asked for', async () => {
  let answered = 0
  for (const person of [ours.admin, ours.technician, ours.portalUser]) {
    for (const url of new Set([...readings(ours), ...readings(theirs)])) {
      const answer = await get(url, person)
      const seen = answer.body + JSON.stringify(answer.headers)
      for (const secret of [theirs.mark, ...theirs.ids]) expect(seen, `${url} as ${person.email}`).not.toContain(secret)
      if (answer.statusCode === 200) answered++
    }
  }
  expect(answered).toBeGreaterThan(20)
})

test('counts and sums are the same for both', async () => {
  const shown = async (url: string) => {
    const [here, there] = await Promise.all([ours, theirs].map(async ({ admin }) => (await get(url, admin)).json()))
    return { here, there }
  }
  const dashboards = await shown('/api/dashboard')
  expect(dashboards.here.unreported).toEqual({ rows: 1, minutes: 60 })
  expect(dashboards.here.unreported).toEqual(dashboards.there.unreported)
  const lists = await shown('/api/time')
  expect(lists.here.total).toEqual({ rows: 1, minutes: 60 })
  expect(lists.here.total).toEqual(lists.there.total)
  expect((await shown('/api/customers')).here.total).toBe(1)
})
