import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backOfficeData } from '#app/browser/back-office-data.ts'
import { firstScreen } from '#app/browser/first-screen.contract.ts'
import { portalData } from '#app/browser/portal-data.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { OPENS_TO_DO } from '#screens/ticket/web/shown-view.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { CallError } from '#shared/web/call.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type DemoSize, generateDemo } from '../demo/generate-demo.ts'

type Company = { admin: Person; portalUser: Person; name: string; customer: string; ticket: string }

const size: DemoSize = {
  organizations: 1,
  staff: 3,
  customers: 20,
  tickets: 60,
  activeTickets: 15,
  comments: 150,
  timeEntries: 200,
  days: 90,
}

let h: Harness
let company: Company
beforeAll(async () => {
  h = await startHarness()
  await generateDemo(h.test.connection, { today: todayInStockholm(), passwordHash: 'x', size })
}, 60_000)
afterAll(() => h.stop())
beforeEach(async () => {
  company = await aCompany('Brf Björken')
})

async function aCompany(name: string): Promise<Company> {
  const org = await h.anOrganization()
  const admin = await h.anAdmin({ orgId: org.id })
  const customer = await h.aCustomer({ orgId: org.id, name })
  const portalUser = await h.aPortalUser(customer)
  const body = { customerId: customer.id, title: `Skrivaren hos ${name}`, description: 'Den blinkar' }
  const { id: ticket } = await h.as(admin).call(tickets.create, { body })
  return { admin, portalUser, name, customer: customer.id, ticket }
}

type Device = { phone?: 'true'; wide?: 'false'; height?: number; choices?: string }
const open = (person: Person, path: string, device: Device = {}) =>
  h.as(person).call(firstScreen, { query: { path, phone: 'false', wide: 'true', height: 800, choices: '', ...device } })

test('a list is drawn with its rows, and comes with the responses that it opens with', async () => {
  const { html, responses } = await open(company.admin, '/backoffice/tickets?tab=active')
  expect(html).toContain('Skrivaren hos Brf Björken')
  expect(html).toMatch(/Aktiva.*>1</)
  expect(Object.keys(responses).sort()).toEqual(['/api/counts', '/api/me', '/api/tickets?tab=active'])
  expect(JSON.parse(responses['/api/me'] ?? '')).toMatchObject({ userId: company.admin.userId })
})

describe('of a company with data', () => {
  let ids: Record<'orgId' | 'customer' | 'ticket', string>
  let enquiry: string
  let people: { staff: Person; customer: Person }
  beforeAll(async () => {
    const { rows } = await h.test.superuser.query<typeof ids>(
      `select org_id as "orgId", customer_id as customer, id as ticket from tickets where customer_id is not null limit 1`,
    )
    ids = rows[0] as typeof ids
    people = {
      staff: await h.anAdmin(ids),
      customer: await h.aPortalUser({ id: ids.customer, orgId: ids.orgId }),
    }
    enquiry = await anEnquiry(h, { orgId: ids.orgId })
  })

  const idOf = (path: string) => {
    if (path.includes('/inbox/')) return enquiry
    return path.endsWith('/tickets/:id') ? ids.ticket : ids.customer
  }

  // The demo of a test has no invoice basis.
  const paths = Object.keys({ ...backOfficeData, ...portalData }).filter((path) => !path.includes('/invoice-bases/'))
  test.each(paths)('%s is drawn as the device will show it', async (path) => {
    const person = path in portalData ? people.customer : people.staff
    for (const device of [{}, { phone: 'true', wide: 'false', height: 600 }] as const) {
      const { html } = await open(person, path.replace(':id', idOf(path)), device)
      expect(html?.includes('<main')).toBe(true)
      // Style attributes would be refused by the Content-Security-Policy.
      expect(html?.match(/<\w+[^>]* style=[^>]*>|<script/g) ?? []).toEqual([])
    }
  })
})

test('only as many rows are drawn as the window shows, and the view that the device opens', async () => {
  const create = (nth: number) =>
    h.as(company.admin).call(tickets.create, {
      body: { customerId: company.customer, title: `Nummer ${nth}`, description: 'x' },
    })
  await Promise.all(Array.from({ length: 9 }, (_, nth) => create(nth)))
  const rows = async (device: Device) =>
    (await open(company.admin, '/backoffice/tickets', device)).html?.match(/data-row=/g)?.length
  expect(await rows({ height: 2000 })).toBe(10)
  expect(await rows({ height: 400 })).toBe(6)
  const { html, responses } = await open(company.admin, '/backoffice/tickets', { choices: `x,${OPENS_TO_DO}` })
  expect(Object.keys(responses)).toContain('/api/todo')
  expect(html).toContain('Att göra')
})

test('the comment that the address names is drawn, although it is folded otherwise', async () => {
  const write = (nth: number) =>
    h
      .as(company.admin)
      .call(tickets.comment, { params: { id: company.ticket }, body: { comment: `Svar nummer ${nth}.` } })
  const first = await write(1)
  for (let nth = 2; nth <= 11; nth++) await write(nth)
  const address = `/backoffice/tickets/${company.ticket}`
  expect((await open(company.admin, address)).html).not.toContain('Svar nummer 1.')
  expect((await open(company.admin, `${address}#${first.id}`)).html).toContain('Svar nummer 1.')
})

test('drawings at the same time have nothing of each other', async () => {
  const other = await aCompany('Heby IF')
  const addresses = (of: Company): [Person, string][] => [
    [of.admin, '/backoffice/tickets?tab=active'],
    [of.admin, `/backoffice/tickets/${of.ticket}`],
    [of.admin, `/backoffice/customers/${of.customer}`],
    [of.portalUser, `/customer-portal/tickets/${of.ticket}`],
  ]
  const both = [
    [company, other],
    [other, company],
  ] as const
  const drawings = both.flatMap(([own, foreign]) =>
    addresses(own).map(async ([person, path]) => ({ own, foreign, ...(await open(person, path)) })),
  )
  for (const { own, foreign, html, responses } of await Promise.all(drawings)) {
    expect(html).toContain(own.name)
    expect(html + JSON.stringify(responses)).not.toContain(foreign.name)
  }
})

test.each([
  ['another organization’s ticket', '/backoffice/tickets/:ticket'],
  ['the other portal', '/customer-portal'],
  ['an unknown path', '/backoffice/finns-inte'],
  ['a screen without data', '/backoffice/settings'],
  ['an address of another host', '//evil.example/backoffice'],
])('%s is not drawn', async (_, path) => {
  const other = await aCompany('Heby IF')
  const { html, responses } = await open(company.admin, path.replace(':ticket', other.ticket))
  expect(html).toBeNull()
  expect(JSON.stringify(responses)).not.toContain('Heby')
  expect(Object.keys(responses)).toContain('/api/me')
})

test('nothing is drawn for nobody, nor before a due change of the password', async () => {
  const refusal = async (person: Person) => {
    const error = await open(person, '/backoffice').catch((error: unknown) => error)
    return error instanceof CallError && [error.status, error.code]
  }
  expect(await refusal({ ...company.admin, token: 'x' })).toEqual([401, 'signed_out'])
  await h.database.as('owner', (db) =>
    db.updateTable('auth.users').set({ mustChangePassword: true }).where('id', '=', company.admin.userId).execute(),
  )
  expect(await refusal(company.admin)).toEqual([403, 'password_change_due'])
})
