// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const LIST = '/backoffice/time/expenses?who=all'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }
let ticketId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  for (const person of [technician, admin]) await givePassword(h, person)
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  ticketId = (await h.as(technician).call(tickets.create, { body })).id
})
beforeEach(() => h.test.superuser.query('delete from expenses'))
afterEach(closeApp)
afterEach(() => vi.unstubAllGlobals())
afterAll(() => h.stop())

const enter = (values: object = {}, person = technician) =>
  h.as(person).call(expenses.create, {
    body: {
      customerId: customer.id,
      workDate: '2026-11-20',
      kind: 'material',
      article: 'Switch 8 portar',
      hundredths: 200,
      unit: 'st',
      priceOre: 129_900,
      ...values,
    },
  })
const aTicket = (title: string) =>
  h.as(technician).call(tickets.create, { body: { title, description: 'x', customerId: customer.id } })
const rows = async () => (await h.as(admin).call(expenses.list, { query: {} })).rows

const open = async (path: string, person: Person = technician) => {
  const { user } = await openBackOffice(h, person, path)
  return user
}
const dialog = () => within(screen.getByRole('dialog'))
const field = (name: string) => dialog().getByLabelText(name, { selector: 'input, textarea, select' })
const type = async (user: UserEvent, name: string, text: string) => {
  await user.clear(field(name))
  await user.click(field(name))
  await user.paste(text)
}
const save = (user: UserEvent) => user.click(dialog().getByRole('button', { name: /^Spara/ }))

test('a trip is entered on a ticket with the price of the last trip, and counts in its sum', async () => {
  await enter({ kind: 'travel', article: 'Resa', unit: 'km', priceOre: 2550 })
  const user = await open(`/backoffice/tickets/${ticketId}`)
  await user.click(await screen.findByRole('button', { name: 'Registrera resa' }))
  await waitFor(() => expect(field('Pris per enhet')).toHaveProperty('value', '25,50'))
  await type(user, 'Antal', '48,5')
  await save(user)
  expect((await screen.findByRole('link', { name: '1 rad, 48,5\u00a0km' })).getAttribute('href')).toBe(
    `/backoffice/time/expenses?ticketId=${ticketId}&who=all`,
  )
  expect((await rows())[0]).toMatchObject({ hundredths: 4850, priceOre: 2550, ticket: { id: ticketId } })
})

test('the sum of a ticket has what is on those merged into it, which it names', async () => {
  const [merged, survivor] = [await aTicket('Skrivaren'), await aTicket('Papperet')]
  for (const ticket of [merged, survivor]) await enter({ ticketId: ticket.id })
  const body = { into: survivor.id, version: merged.version }
  await h.as(technician).call(merging.merge, { params: { id: merged.id }, body })
  await open(`/backoffice/tickets/${survivor.id}`)
  expect(await screen.findByRole('link', { name: '2 rader' })).toBeDefined()
  const part = screen.getByRole('link', { name: /^2.598,00.kr$/ })
  expect(part.getAttribute('href')).toBe(`/backoffice/time/expenses?ticketId=${merged.id}&who=all`)
  expect(part.parentElement?.textContent).toContain(`i #${merged.ticketNumber}`)
})

test('material can be saved without a price, and is marked so until staff fill it in', async () => {
  await enter({ priceOre: null })
  const user = await open(LIST, admin)
  const table = await screen.findByRole('table', { name: 'Resor och material' })
  expect(await within(table).findByText('Pris saknas')).toBeTruthy()
  expect(within(table).getByText('1 rad, 1 utan pris')).toBeTruthy()
  await user.click(within(table).getByRole('button', { name: 'Ändra rad' }))
  await type(user, 'Pris per enhet', '1 299')
  await save(user)
  await waitFor(() => expect(within(table).getAllByText(/^2\s598,00\skr$/)).toHaveLength(2))
  expect((await rows())[0]).toMatchObject({ priceOre: 129_900, technician: { fullName: 'Tove Teknik' } })
})

test('a known article fills in its unit and price, but never replaces what was typed', async () => {
  await enter({ unit: 'förp' })
  const user = await open(LIST)
  await user.click(await screen.findByRole('button', { name: 'Registrera material' }))
  await type(user, 'Artikel', 'Switch 8 portar')
  await waitFor(() => expect(field('Pris per enhet')).toHaveProperty('value', '1299,00'))
  expect(field('Enhet')).toHaveProperty('value', 'förp')
  await user.click(field('Artikel'))
  await user.paste(' med PoE')
  await waitFor(() => expect(field('Pris per enhet')).toHaveProperty('value', ''))
  await type(user, 'Pris per enhet', '1500')
  await type(user, 'Artikel', 'Switch 8 portar')
  expect(field('Pris per enhet')).toHaveProperty('value', '1500')
})

test('missing fields have an error each, and nothing is saved', async () => {
  const user = await open(LIST)
  await user.click(await screen.findByRole('button', { name: 'Registrera material' }))
  await type(user, 'Pris per enhet', 'dyrt')
  await save(user)
  for (const message of ['Välj en kund', 'Ange vad det är', 'Ange antal, som 12,5', 'Ange ett belopp, som 25,00'])
    expect(await dialog().findByText(message)).toBeTruthy()
  expect(await rows()).toEqual([])
})

test('a removed row is restored by Ångra; another user’s row has its buttons disabled', async () => {
  await enter()
  await enter({ article: 'Kabel' }, admin)
  const user = await open(LIST)
  const [own, others] = [
    await screen.findByRole('row', { name: /Switch 8 portar/ }),
    await screen.findByRole('row', { name: /Kabel/ }),
  ]
  expect(within(others).getByRole('button', { name: 'Ta bort rad' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(within(own).getByRole('button', { name: 'Ta bort rad' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Switch 8 portar/ })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Ångra' }))
  expect(await screen.findByRole('row', { name: /Switch 8 portar/ })).toBeTruthy()
})

test('a row that was changed meanwhile is a conflict, and the input is retained', async () => {
  const { id, customer: of } = await enter()
  const user = await open(`/backoffice/customers/${of.id}/time`)
  await user.click(await screen.findByRole('button', { name: 'Ändra rad' }))
  await h.as(admin).call(expenses.change, {
    params: { id },
    body: {
      customerId: customer.id,
      workDate: '2026-11-20',
      kind: 'material',
      article: 'Switch 16 portar',
      hundredths: 200,
      unit: 'st',
      priceOre: 199_900,
      version: 1,
    },
  })
  await type(user, 'Antal', '3')
  await save(user)
  expect(await dialog().findByText('Switch 16 portar')).toBeTruthy()
  await save(user)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await rows())[0]).toMatchObject({ article: 'Switch 16 portar', hundredths: 300, priceOre: 199_900 })
})
