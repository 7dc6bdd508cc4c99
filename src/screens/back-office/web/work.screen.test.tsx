// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays, mondayOf, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openBackOffice } from '../testing/app.tsx'

let h: Harness
let technician: Person
let customer: { id: string }
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  portalUser = await h.aPortalUser(customer as Awaited<ReturnType<Harness['aCustomer']>>)
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

const report = (title: string, priority: 'normal' | 'urgent' = 'normal') =>
  h.as(portalUser).call(portal.create, { body: { title, description: 'Inget nät', priority } })
const count = async (label: string) => {
  const list = await screen.findByRole('list', { name: 'Ärenden' })
  return within(list).findByRole('link', { name: new RegExp(`^${label}`) })
}
const toDo = async () => {
  const heading = await screen.findByRole('heading', { name: 'Att göra nu' })
  return within(heading.closest('section') as HTMLElement)
}

test('each count links to exactly its list, and the list to do shows age and assignee', async () => {
  await report('WiFi nere')
  await h.as(technician).call(tickets.create, {
    body: { title: 'Byt router', description: 'x', customerId: customer.id, assignedTo: technician.userId },
  })
  const { user, at } = await openBackOffice(h, technician, '/backoffice')
  const lists = {
    Akuta: ['0', '?priority=urgent&status=unresolved'],
    Nya: ['1', '?status=open&assignee=nobody'],
    Mina: ['1', '?assignee=me&status=unresolved'],
    'Väntar på oss': ['1', '?waiting=us'],
  }
  for (const [label, [number, query]] of Object.entries(lists)) {
    await waitFor(async () => expect((await count(label)).textContent).toBe(`${label}${number}`))
    expect((await count(label)).getAttribute('href')).toBe(`/backoffice/tickets${query}`)
  }
  const rows = (await toDo()).getAllByRole('link')
  expect(rows.map(({ textContent }) => textContent?.replace('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^WiFi nere#\d+ · Åkeriet AB(väntat \d min|om .+)Ingen ansvarig$/),
    expect.stringMatching(/^Byt router#\d+ · Åkeriet ABöppet \d minAnsvarig: Du$/),
  ])
  await user.click(await count('Väntar på oss'))
  await waitFor(() => expect(at()).toBe('/backoffice/tickets?waiting=us'))
  await screen.findByRole('heading', { level: 1, name: 'Support Tickets' })
  expect(await screen.findByText('WiFi nere')).toBeTruthy()
  expect(screen.queryByText('Byt router')).toBeNull()
})

test('an urgent ticket appears live in the list, the counts, the menu and the title of the tab', async () => {
  await openBackOffice(h, technician, '/backoffice')
  expect(await screen.findByText('Inget att göra just nu')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Dashboard – Nordnät AB'))
  await report('Allt står still', 'urgent')
  expect(await (await toDo()).findByText('Allt står still')).toBeTruthy()
  await waitFor(async () => expect((await count('Akuta')).textContent).toBe('Akuta1'))
  const menu = within(screen.getByRole('navigation', { name: 'Huvudmeny' }))
  expect(await menu.findByRole('link', { name: 'Supportärenden, 1 väntar på oss, 1 akut' })).toBeTruthy()
  const bar = within(screen.getByRole('navigation', { name: 'Genvägar' }))
  expect(bar.getByRole('link', { name: /^Ärenden, 1 väntar på oss/ })).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Mer' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(1) Dashboard – Nordnät AB'))
})

test('Inkorg’s new and urgent enquiries are counted as tickets, and make the menu’s badge red', async () => {
  await report('Allt står still', 'urgent')
  await openBackOffice(h, technician, '/backoffice')
  await waitFor(async () => expect((await count('Akuta')).textContent).toBe('Akuta1'))
  const orgId = technician.orgId ?? ''
  const id = await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  await waitFor(async () => expect((await count('Akuta')).textContent).toBe('Akuta2'))
  expect((await count('Akuta')).getAttribute('href')).toBe('/backoffice/tickets?priority=urgent&status=unresolved')
  expect((await count('Nya')).textContent).toBe('Nya2')
  const list = within(screen.getByRole('list', { name: 'Ärenden' }))
  expect(list.getAllByRole('link', { name: 'Varav 1 i Inkorg' }).map((link) => link.getAttribute('href'))).toEqual([
    '/backoffice/inbox',
    '/backoffice/inbox',
  ])
  const menu = within(screen.getByRole('navigation', { name: 'Huvudmeny' }))
  const badge = async (name: string) => (await menu.findByRole('link', { name })).querySelector('[class*=bg-danger]')
  expect(await badge('Inkorg, 1 oläst, 1 akut')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(2) Dashboard – Nordnät AB'))
  await h.as(technician).call(enquiries.read, { params: { id } })
  expect(await badge('Inkorg, 1 akut')).toBeTruthy()
  const { version } = await h.as(technician).call(enquiries.get, { params: { id } })
  await h.as(technician).call(enquiries.change, { params: { id }, body: { isDone: true, version } })
  await waitFor(() => expect(document.title).toBe('(1) Dashboard – Nordnät AB'))
  expect(await menu.findByRole('link', { name: 'Inkorg' })).toBeTruthy()
})

test('the own week is a table of each day’s time beside a full day', async () => {
  const monday = mondayOf(todayInStockholm())
  const row = { customerId: customer.id, timeFrom: '08:00' }
  await h.as(technician).call(time.create, { body: { ...row, workDate: monday, timeTo: '10:30' } })
  await h.as(technician).call(time.create, { body: { ...row, workDate: addDays(monday, -2), timeTo: '12:00' } })
  await openBackOffice(h, technician, '/backoffice')
  const table = await screen.findByRole('table', { name: 'Min tid den här veckan' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.length).toBeGreaterThanOrEqual(5)
  expect(rows[0]?.textContent).toMatch(/^måndag2,5( av 8)? tim$/)
  expect(screen.getByText(/^Hittills 2,5 tim\. Förra veckan 4 av \d+ tim\.$/)).toBeTruthy()
})
