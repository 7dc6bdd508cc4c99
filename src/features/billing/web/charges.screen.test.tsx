// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompanyWithLogins } from '#features/auth/testing/company.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { charges } from '../charges.contract.ts'
import { aCharge } from '../testing/charges.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithLogins())
})
afterEach(closeApp)
afterAll(() => h.stop())

const pathOf = (id: string) => `/backoffice/customers/${id}/agreement`
const aCustomer = async (name: string) => (await h.aCustomer({ orgId, name })).id
const add = (id: string, given: Parameters<typeof aCharge>[0] = {}) =>
  h.as(admin).call(charges.create, { params: { id }, body: aCharge(given) })
const chargesOf = async (id: string) => (await h.as(admin).call(charges.ofCustomer, { params: { id } })).charges
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a charge with unreadable amounts is refused beside its fields, and saved once they are right', async () => {
  const id = await aCustomer('Licenserna AB')
  const { user } = await openBackOffice(h, admin, pathOf(id))
  await user.click(await button('Nytt abonnemang'))
  const added = await dialog('Nytt abonnemang')
  const fill = async (label: RegExp, text: string) => {
    const field = added.getByRole('textbox', { name: label })
    await user.clear(field)
    await user.type(field, text)
  }
  await fill(/^Antal/, 'många')
  await fill(/^Pris/, '12 kr 5')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText('Ange antal, som 12 eller 0,5')).toBeTruthy()
  expect(added.getByText('Ange ett pris, som 129,00')).toBeTruthy()
  await fill(/^Text/, 'Säkerhetskopia')
  await fill(/^Antal/, '2,5')
  await fill(/^Pris/, '399')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  const row = await within(await screen.findByRole('table', { name: 'Abonnemang' })).findByRole('row', {
    name: /Säkerhetskopia/,
  })
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toMatch(/2,5 st.*399,00 kr per månad.*Tills vidare/)
  expect(await chargesOf(id)).toMatchObject([{ hundredths: 250, priceOre: 39_900, noticeMonths: 0 }])
})

test('a dated quantity is removed from the history and put back', async () => {
  const id = await aCustomer('Historiken AB')
  const { id: chargeId } = await add(id)
  const body = { validFrom: '2026-10-17', hundredths: 1300 }
  await h.as(admin).call(charges.setQuantity, { params: { id: chargeId }, body })
  const { user } = await openBackOffice(h, admin, pathOf(id))
  await user.click(await button('Fler åtgärder för Microsoft 365'))
  await user.click(await button('Historik'))
  const history = await dialog('Historik: Microsoft 365')
  await user.click(history.getByRole('button', { name: 'Ta bort 13 st från 2026-10-17' }))
  await waitFor(async () => expect((await chargesOf(id))[0]?.quantities).toHaveLength(1))
  await user.click(await button('Ångra'))
  await waitFor(async () => expect((await chargesOf(id))[0]?.quantities[0]).toEqual(body))
})

test('of two who change the texts of a charge the second sees the first one’s, and may save over them', async () => {
  const id = await aCustomer('Samtidiga AB')
  const { id: chargeId } = await add(id)
  const { user } = await openBackOffice(h, admin, pathOf(id))
  await user.click(await button('Fler åtgärder för Microsoft 365'))
  await user.click(await button('Ändra uppgifter'))
  const changed = await dialog('Ändra Microsoft 365')
  const texts = {
    text: 'Microsoft 365',
    unit: 'st',
    bindingUntil: null,
    noticeMonths: 0,
    orderNumber: null,
    note: null,
  }
  await h.as(admin).call(charges.change, { params: { id: chargeId }, body: { ...texts, noticeMonths: 3, version: 1 } })
  await user.type(changed.getByRole('textbox', { name: 'Ordernummer' }), '4500')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  await user.click(await changed.findByRole('button', { name: 'Spara min version' }))
  await waitFor(async () => expect(await chargesOf(id)).toMatchObject([{ orderNumber: '4500', noticeMonths: 3 }]))
})

test('a technician reads charges and their history, and changes nothing', async () => {
  const id = await aCustomer('Läsaren AB')
  await add(id)
  const { user } = await openBackOffice(h, technician, pathOf(id))
  await user.click(await button('Historik för Microsoft 365'))
  const history = await dialog('Historik: Microsoft 365')
  expect(history.getByText('12 st')).toBeTruthy()
  expect(history.queryByRole('button', { name: /^Ta bort/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Nytt abonnemang' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Ändra antal/ })).toBeNull()
})

test('an empty charge with its own text is told all that is missing at once', async () => {
  const id = await aCustomer('Tomma AB')
  const { user } = await openBackOffice(h, admin, pathOf(id))
  await user.click(await button('Nytt abonnemang'))
  const added = await dialog('Nytt abonnemang')
  await user.clear(added.getByRole('textbox', { name: /^Antal/ }))
  await user.clear(added.getByRole('textbox', { name: /^Enhet/ }))
  await user.click(added.getByRole('button', { name: 'Spara' }))
  for (const message of ['Ange antal, som 12 eller 0,5', 'Ange vad det gäller', 'Ange en enhet, som st'])
    expect(await added.findByText(message)).toBeTruthy()
  expect(added.getByText('Ange ett pris, som 129,00')).toBeTruthy()
})
