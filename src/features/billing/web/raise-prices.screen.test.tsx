// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompanyWithLogins } from '#features/auth/testing/company.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { charges } from '../charges.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { RAISE_PRICES } from './raise-prices-path.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithLogins())
})
afterEach(closeApp)
afterAll(() => h.stop())

const customer = async (name: string) => (await h.aCustomer({ orgId, name })).id
const add = (id: string, given: Parameters<typeof aCharge>[0] = {}) =>
  h.as(admin).call(charges.create, { params: { id }, body: aCharge(given) })
const pricesOf = async (id: string) =>
  (await h.as(admin).call(charges.ofCustomer, { params: { id } })).charges.map(({ prices }) =>
    prices.map(({ priceOre }) => priceOre),
  )
const plain = (element: Element) => element.textContent?.replaceAll('\u00a0', ' ') ?? ''
const press = async (name: string | RegExp) => screen.findByRole('button', { name })

async function reviewed(id: string, percent = '5') {
  const opened = await openBackOffice(h, admin, `${RAISE_PRICES}?customerId=${id}`)
  await opened.user.type(await screen.findByRole('textbox', { name: 'Höjning i procent' }), percent)
  await opened.user.click(await press('Förhandsgranska'))
  const table = within(await screen.findByRole('table', { name: 'Förhandsgranskning' }))
  return { ...opened, row: async (name: RegExp) => plain(await table.findByRole('row', { name })) }
}

test('what a raise does is reviewed before it is done: new prices, their sum, and what is bound', async () => {
  const id = await customer('Åkeriet AB')
  await add(id, { text: 'Backup' })
  await add(id, { text: 'Licens', bindingUntil: '2099-12-31' })
  const { user, at, row } = await reviewed(id)
  expect(await row(/Backup/)).toMatch(/129,00 kr → 135,00 kr per st och månad.*\+72,00 kr/)
  expect(await row(/Licens/)).toContain('Höjs inte. Bundet till 2099-12-31')
  expect(await row(/Summa/)).toContain('+72,00 kr')
  await user.click(await press(/^Höj 1 pris från/))
  await waitFor(() => expect(at()).toBe('/backoffice/settings/avtal'))
  expect(await pricesOf(id)).toEqual([[13_500, 12_900], [12_900]])
})

test('what has changed since the review is shown, and nothing is raised before a further press', async () => {
  const id = await customer('Samtidiga AB')
  const { id: chargeId } = await add(id, { text: 'Backup' })
  const { user, row } = await reviewed(id)
  await row(/Backup/)
  const body = { validFrom: '2026-09-15', priceOre: 20_000 }
  await h.as(admin).call(charges.setPrice, { params: { id: chargeId }, body })
  await user.click(await press(/^Höj 1 pris/))
  const alert = await screen.findByText('Ändrat sedan du granskade')
  expect(plain(alert.parentElement as Element)).toContain('Samtidiga AB: Backup – nu 200,00 kr → 210,00 kr')
  expect((await pricesOf(id))[0]).toHaveLength(2)
  await user.click(await press(/^Höj 1 pris/))
  await waitFor(async () => expect((await pricesOf(id))[0]).toEqual([21_000, 20_000, 12_900]))
})

test('a price is left out by its tick, and all are by that of the table', async () => {
  const id = await customer('Valda AB')
  await add(id, { text: 'Backup' })
  await add(id, { text: 'Licens' })
  await add(id, { text: 'Länk', bindingUntil: '2099-12-31' })
  const { user, row } = await reviewed(id)
  await row(/Backup/)
  const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box(/Backup/).checked, box(/Licens/).checked]).toEqual([true, true])
  expect(screen.queryByRole('checkbox', { name: /Länk/ })).toBeNull()
  await user.click(box('Markera alla på sidan'))
  expect([box(/Backup/).checked, box(/Licens/).checked]).toEqual([false, false])
  expect(screen.queryByRole('button', { name: /^Höj \d/ })).toBeNull()
  await user.click(box(/Licens/))
  await user.click(await press(/^Höj 1 pris från/))
  await waitFor(async () => expect(await pricesOf(id)).toEqual([[12_900], [13_500, 12_900], [12_900]]))
})

test('an edited form needs a new review, and a missing percentage is asked for', async () => {
  const id = await customer('Ändrade AB')
  await add(id, { text: 'Backup' })
  const { user, row } = await reviewed(id)
  await row(/Backup/)
  await user.clear(screen.getByRole('textbox', { name: 'Höjning i procent' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Höj \d/ })).toBeNull())
  await user.click(await press('Förhandsgranska'))
  expect(await screen.findByText('Ange en höjning i procent, som 3,5')).toBeTruthy()
})

test('a technician cannot raise prices', async () => {
  await openBackOffice(h, technician, RAISE_PRICES)
  expect(await screen.findByText('Bara administratörer höjer priser.')).toBeTruthy()
})
