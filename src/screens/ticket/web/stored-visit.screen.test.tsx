// @vitest-environment jsdom
// A visit that is planned or changed where the network comes and goes.
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { visits } from '#features/tickets/visits.contract.ts'
import { visitSpanOf } from '#features/tickets/visits.rules.ts'
import { lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { reopenTab, withoutResponses } from '#screens/back-office/testing/closed-tab.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let ticketId: string
let path: string

const date = addDays(todayInStockholm(), 1)

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  const body = { title: 'Ugnen är kall', description: 'x', customerId }
  ticketId = (await h.as(anna).call(tickets.create, { body })).id
  path = `/backoffice/tickets/${ticketId}`
  await givePassword(h, anna)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from visits')
})
afterEach(closeApp)
afterAll(() => h.stop())

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const replace = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
const spans = async () =>
  (await h.as(anna).call(visits.ofDays, { query: { from: date, days: '1', userId: anna.userId } })).map(visitSpanOf)

test('a visit whose response was lost stays in its dialog, also after a reload, and is planned once', async () => {
  const { state, fetch } = withoutResponses(h, `/api/tickets/${ticketId}/visits`)
  const { user } = await openBackOffice(h, anna, path, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Planera besök' }))
  const planned = await dialog('Planera besök')
  await replace(user, planned.getByRole('textbox', { name: /^Från/ }), '0900')
  await replace(user, planned.getByRole('textbox', { name: /^Till(?! kunden)/ }), '1100')
  await replace(user, planned.getByRole('textbox', { name: /^Till kunden/ }), 'Lås upp förrådet.')
  expect(await planned.findByText('Sparat på enheten')).toBeTruthy()
  await user.click(planned.getByRole('button', { name: 'Spara' }))
  await screen.findByText('Kunde inte spara besöket')
  expect(await spans()).toEqual([{ date, timeFrom: '09:00', timeTo: '11:00' }])

  state.isLost = false
  const again = await reopenTab(h, anna, path, fetch)
  const restored = await dialog('Planera besök')
  await restored.findByDisplayValue('Lås upp förrådet.')
  await again.user.click(restored.getByRole('button', { name: 'Spara' }))
  await screen.findByText('Besöket är planerat')
  expect(await spans()).toHaveLength(1)
})

test('the dialog does not warn of the visit that it has sent itself, but of another at the time', async () => {
  const { fetch } = withoutResponses(h, `/api/tickets/${ticketId}/visits`)
  const { user } = await openBackOffice(h, anna, path, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Planera besök' }))
  const planned = await dialog('Planera besök')
  await replace(user, planned.getByRole('textbox', { name: /^Från/ }), '0900')
  await replace(user, planned.getByRole('textbox', { name: /^Till(?! kunden)/ }), '1100')
  await user.click(planned.getByRole('button', { name: 'Spara' }))
  await screen.findByText('Kunde inte spara besöket')
  const params = { id: ticketId }
  const body = { date, timeFrom: '10:30', timeTo: '12:00', userId: anna.userId }
  await h.as(anna).call(visits.create, { params, body })
  expect(await planned.findByText(/^Anna Ask har redan ett besök då: 10\.30–12\.00/)).toBeTruthy()
  expect(planned.queryByText(/09\.00–11\.00/)).toBeNull()
})

test('a change that no network carried stays in its dialog, and can be saved later', async () => {
  const params = { id: ticketId }
  const body = { date, timeFrom: '09:00', timeTo: '11:00', userId: anna.userId }
  await h.as(anna).call(visits.create, { params, body })
  const network = { isOffline: true }
  const fetch = meddling(h, ({ method }) => (network.isOffline && method === 'PUT' ? lostConnection() : undefined))
  const { user } = await openBackOffice(h, anna, path, { fetch })
  await user.click(await screen.findByRole('button', { name: /^Ändra besöket/ }))
  const changed = await dialog('Ändra besöket')
  await replace(user, changed.getByRole('textbox', { name: /^Till(?! kunden)/ }), '1230')
  expect(await changed.findByText('Sparat på enheten')).toBeTruthy()
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  await screen.findByText('Kunde inte spara besöket')

  network.isOffline = false
  const again = await reopenTab(h, anna, path, fetch)
  const restored = await dialog('Ändra besöket')
  await restored.findByDisplayValue('12:30')
  await again.user.click(restored.getByRole('button', { name: 'Spara' }))
  await screen.findByText('Besöket är ändrat')
  await waitFor(async () => expect(await spans()).toEqual([{ date, timeFrom: '09:00', timeTo: '12:30' }]))
})
