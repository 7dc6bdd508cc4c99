// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { charges } from '#features/billing/charges.contract.ts'
import { aCharge } from '#features/billing/testing/charges.ts'
import { time } from '#features/time/time.contract.ts'
import { addDays, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { brokenAnswer, meddling, openBackOffice } from '../testing/app.tsx'

let h: Harness
let admin: Person
let technician: Person
let newcomer: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  admin = await h.anAdmin({ orgId: org.id })
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  newcomer = await h.aTechnician({ orgId: (await h.anOrganization('Tomt AB')).id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  await h.aCustomer({ orgId: org.id, name: 'Vilande AB' })
  for (const person of [technician, newcomer]) await givePassword(h, person)
  const today = todayInStockholm()
  const row = { customerId: customer.id, timeFrom: '08:00', timeTo: '10:45' }
  await h.as(technician).call(time.create, { body: { ...row, workDate: today } })
  await h.as(technician).call(time.create, { body: { ...row, workDate: addDays(today, -40) } })
})
afterEach(closeApp)
afterAll(() => h.stop())

const card = (name: RegExp) => screen.findByRole('link', { name })

test('each figure links to its rows', async () => {
  await openBackOffice(h, technician, '/backoffice')
  await screen.findByText('5,5 tim')
  const unreported = await card(/Orapporterade timmar/)
  expect(unreported.textContent).toContain('5,5')
  expect(unreported.textContent).toContain('2 tidrader')
  expect(unreported.getAttribute('href')).toBe('/backoffice/time')
  const month = await card(/Timmar denna månad/)
  expect(month.textContent).toContain('2,8')
  expect(month.getAttribute('href')).toBe(`/backoffice/time?month=${monthOf(todayInStockholm())}&reported=true`)
  expect((await card(/^Kunder ?2/)).getAttribute('href')).toBe('/backoffice/customers')
  expect((await card(/Arkiv.*rapporterad tid/)).getAttribute('href')).toBe('/backoffice/archive')
})

test('a binding that ends soon is listed with its notice, and leads to the customer’s charges', async () => {
  const until = addDays(todayInStockholm(), 30)
  const bound = await h.aCustomer({ orgId: customer.orgId, name: 'Bundna AB' })
  const body = aCharge({ text: 'Brandvägg', bindingUntil: until, noticeMonths: 3 })
  await h.as(admin).call(charges.create, { params: { id: bound.id }, body })
  await openBackOffice(h, technician, '/backoffice')
  const listed = (await screen.findByText('Brandvägg')).closest('li') as HTMLElement
  expect(listed.textContent).toContain(`${until} 3 månaders uppsägning`)
  const link = within(listed).getByRole('link', { name: 'Bundna AB' })
  expect(link.getAttribute('href')).toBe(`/backoffice/customers/${bound.id}/agreement`)
})

test('the customers with most unreported time link to their rows', async () => {
  const { user, at } = await openBackOffice(h, technician, '/backoffice')
  await user.click(await screen.findByRole('link', { name: 'Åkeriet AB' }))
  const sum = await screen.findByRole('row', { name: /Summa/ })
  expect(at()).toBe(`/backoffice/time?customerId=${customer.id}`)
  expect(sum.textContent).toContain('5,50')
})

test('the chart has a table alternative with twelve weeks, the current one last', async () => {
  await openBackOffice(h, technician, '/backoffice')
  const alternative = await screen.findByRole('table', { name: /Timmar per vecka/ })
  const weeks = within(alternative).getAllByRole('row').slice(1)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)?.textContent).toMatch(/2,8$/)
})

test('the first answers of 90 days are measured, and lead to those that are due', async () => {
  await h.test.superuser.query(
    `insert into answer_figures (org_id, kept, missed, median_minutes) select org_id, 46, 4, 70 from customers where id = $1
     on conflict (org_id) do update set kept = 46, missed = 4, median_minutes = 70, counted_at = now()`,
    [customer.id],
  )
  await openBackOffice(h, technician, '/backoffice')
  expect(await screen.findByText('Hölls 92 % (46 av 50) · median 1 tim 10 min')).toBeTruthy()
  expect(screen.getByText(/^Räknat kl\. \d{1,2}\.\d{2}$/)).toBeTruthy()
  expect((await card(/^Det som ska besvaras$/)).getAttribute('href')).toBe('/backoffice/tickets?sort=due&direction=asc')
})

test('common tasks have shortcuts', async () => {
  await openBackOffice(h, technician, '/backoffice')
  const goals = { 'Registrera tid': '/time', Månadsrapport: '/reports', 'Hantera kunder': '/customers' }
  const main = within(await screen.findByRole('main'))
  for (const [name, path] of Object.entries(goals)) {
    expect((await main.findByRole('link', { name })).getAttribute('href')).toBe(`/backoffice${path}`)
  }
})

test('a company without rows sees zeros and empty states', async () => {
  await openBackOffice(h, newcomer, '/backoffice')
  expect(await screen.findByText('Ingen orapporterad tid')).toBeTruthy()
  expect(screen.getByText('Inga besvarade ännu')).toBeTruthy()
  expect(screen.queryByText(/^Räknat/)).toBeNull()
  expect((await card(/Orapporterade timmar/)).textContent).toContain('0 tidrader')
})

test('a failure shows an error, and a retry shows the figures', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    path === '/api/dashboard' && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, '/backoffice', { fetch })
  expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta data')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('5,5 tim')).toBeTruthy()
})
