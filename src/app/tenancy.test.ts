// Two organizations that hold the same, and marks that must never reach the other one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archive } from '#archive/archive.contract.ts'
import { customers } from '#customers/customers.contract.ts'
import { anEnquiry } from '#enquiries/testing/an-enquiry.ts'
import { time } from '#time/time.contract.ts'
import { type Harness, type Person, startHarness } from './testing/harness.ts'

type Side = {
  admin: Person
  technician: Person
  portalUser: Person
  customerId: string
  timeId: string
  enquiryId: string
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
  return { admin, technician, portalUser, customerId: customer.id, timeId: entry.id, enquiryId, mark, ids }
}

/** Every reading endpoint, without and with what might lead it astray. */
function readings({ customerId, timeId, enquiryId }: Side) {
  const strays = [
    '',
    `?customerId=${customerId}&reported=true`,
    '?search=Kund',
    '?includeArchived=true',
    '?year=2026&search=märke',
    '?archived=true',
  ]
  return (
    h.routes
      .filter(({ method, url, allow }) => method === 'GET' && allow !== 'anyone' && url !== '/api/openapi.json')
      // Streams never end; what is told in them has tests of its own.
      .filter(({ url }) => !url.endsWith('/live'))
      .flatMap(({ url }) => [customerId, timeId, enquiryId].map((id) => url.replace(/:\w+/g, id)))
      .flatMap((url) => strays.map((query) => url + query))
  )
}

const get = (url: string, { token }: Person) => h.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

test('A-59, A-63: no reading endpoint shows a byte of the other organization, whatever id it is given', async () => {
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

test('A-60, A-61: nothing of the other organization is changed, and what was tried leaves no trace', async () => {
  const digest = async () =>
    (
      await h.test.superuser.query(
        `select md5(string_agg(t::text, '' order by t::text)) from (select customers::text t from customers
         union all select time_entries::text from time_entries union all select audit_log::text from audit_log) rows`,
      )
    ).rows
  const before = await digest()
  const body = { customerId: theirs.customerId, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' }
  const { call } = h.as(ours.admin)
  const refused = { status: 404 }
  await expect(call(time.create, { body })).rejects.toMatchObject(refused)
  await expect(
    call(time.create, { body: { ...body, customerId: ours.customerId, userId: theirs.technician.userId } }),
  ).rejects.toMatchObject(refused)
  await expect(
    call(time.change, { params: { id: theirs.timeId }, body: { ...body, version: 1 } }),
  ).rejects.toMatchObject(refused)
  await expect(call(time.remove, { params: { id: theirs.timeId } })).rejects.toMatchObject(refused)
  await expect(call(time.restore, { params: { id: theirs.timeId } })).rejects.toMatchObject(refused)
  await expect(call(archive.reactivate, { params: { id: theirs.timeId } })).rejects.toMatchObject(refused)
  await expect(
    call(customers.change, { params: { id: theirs.customerId }, body: { name: 'X', version: 1 } }),
  ).rejects.toMatchObject(refused)
  await expect(call(customers.remove, { params: { id: theirs.customerId } })).rejects.toMatchObject(refused)
  expect(await digest()).toEqual(before)
})
