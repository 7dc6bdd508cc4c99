// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { agreements } from '#features/billing/agreements.contract.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

let h: Harness
let orgId: string
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  await h.test.superuser.query(`update company_facts set emergency_phone = '0701112233' where org_id = $1`, [orgId])
  anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const MOMENT = /^Räknat i våra öppettider: senast \S+dag \d{1,2} \S+ kl\. \d{1,2}\.\d\d$/

test('a new ticket tells when it is answered, but an urgent one the number to call alone', async () => {
  const { user } = await openBackOffice(h, anna, '/customer-portal')
  await user.click(await screen.findByRole('button', { name: 'Ny ticket' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ny ticket' }))
  const told = await dialog.findByText(MOMENT)
  const choose = (label: string) => user.selectOptions(dialog.getByRole('combobox', { name: 'Prioritet' }), label)
  const normal = told.textContent
  await choose('Låg')
  expect(dialog.getByText(MOMENT).textContent).not.toBe(normal)
  await choose('Hög')
  expect(dialog.queryByText(MOMENT)).toBeNull()
  await choose('Akut')
  expect(dialog.queryByText(MOMENT)).toBeNull()
  expect(dialog.getByRole('link', { name: '070-111 22 33' })).toBeTruthy()
})

test('a ticket shows its moment, and an urgent one the number to call', async () => {
  const aTicket = async (priority: 'normal' | 'urgent') => {
    const body = { title: 'WiFi nere', description: 'Ingen kontakt', priority }
    const { id } = await h.as(anna).call(portal.create, { body })
    await h.test.superuser.query(`update tickets set promised_at = '2099-04-07 09:00Z' where id = $1`, [id])
    await openBackOffice(h, anna, `/customer-portal/tickets/${id}`)
    return within(await screen.findByRole('region', { name: 'Ärendet' }))
  }
  expect((await aTicket('normal')).getByText('Räknat i våra öppettider: senast tisdag 7 april kl. 11.00')).toBeTruthy()
  await closeApp()
  const urgent = await aTicket('urgent')
  expect(await urgent.findByRole('link', { name: '070-111 22 33' })).toBeTruthy()
  expect(urgent.queryByText(/Räknat/)).toBeNull()
})

test('a customer with own targets is told by those, in the form and on the ticket', async () => {
  const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)
  // Closed for a week, so that the moment does not move while the test runs.
  const closed = Array.from({ length: 7 }, (_, days) => `${addDays(todayInStockholm(), days)}: Flytt`).join('\n')
  await q('update company_facts set closed_days = $2, normal_answer_minutes = 300 where org_id = $1', orgId, closed)
  const customer = await h.aCustomer({ orgId })
  const [own, others] = [await h.aPortalUser(customer), await h.aPortalUser(await h.aCustomer({ orgId }))]
  for (const login of [own, others]) await givePassword(h, login)
  const { call } = h.as(await h.anAdmin({ orgId }))
  const { id: termsId } = await call(agreements.createTerms, { body: aTerms({ normalAnswerMinutes: 120 }) })
  await call(agreements.setOfCustomer, {
    params: { id: customer.id },
    body: { validFrom: todayInStockholm(), termsId },
  })
  const told = async (login: Person) => {
    const { user } = await openBackOffice(h, login, '/customer-portal')
    await user.click(await screen.findByRole('button', { name: 'Ny ticket' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny ticket' }))
    const before = (await dialog.findByText(MOMENT)).textContent
    await user.type(dialog.getByRole('textbox', { name: /Ämne/ }), 'Skrivaren')
    await user.type(dialog.getByRole('textbox', { name: /Beskrivning/ }), 'Den skriver inte.')
    await user.click(dialog.getByRole('button', { name: 'Skapa ticket' }))
    await user.click(await screen.findByRole('link', { name: /Skrivaren/ }))
    const ticket = within(await screen.findByRole('region', { name: 'Ärendet' }))
    const after = (await ticket.findByText(MOMENT)).textContent
    await closeApp()
    return [before, after].map((text) => text?.slice(text.indexOf('kl.')))
  }
  expect(await told(own)).toEqual(['kl. 10.00', 'kl. 10.00'])
  expect(await told(others)).toEqual(['kl. 13.00', 'kl. 13.00'])
})
