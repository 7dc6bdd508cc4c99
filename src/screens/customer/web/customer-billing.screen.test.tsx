// @vitest-environment jsdom
// Fakturering of a customer: what a ledger needs, its VAT, and its invoice recipients.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompanyWithLogins } from '#features/auth/testing/company.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { agreements } from '#features/billing/agreements.contract.ts'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { ADDRESS_IS_WRITTEN, customers } from '#features/customers/customers.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import type { Harness, Person } from '#tests/harness/harness.ts'

let h: Harness
let admin: Person
let technician: Person

beforeAll(async () => {
  ;({ h, admin, technician } = await aCompanyWithLogins())
})
afterEach(closeApp)
afterAll(() => h.stop())

const pathOf = (id: string) => `/backoffice/customers/${id}/billing`
const aCustomer = async (name: string, fields: object = {}) =>
  h.as(technician).call(customers.create, { body: { name, ...fields } })
const detailsOf = (id: string) => h.as(technician).call(billingDetails.get, { params: { id } })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: RegExp) => screen.findByRole('textbox', { name })

test('details are checked beside their fields, saved, and the address is written from them', async () => {
  const { id } = await aCustomer('Kajen AB', { address: 'Gula huset' })
  const { user } = await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText(/I kundens uppgifter står Gula huset/)).toBeTruthy()
  await user.type(await field(/^Organisationsnummer/), '556012-5791')
  await user.type(await field(/^Gata/), 'Storgatan 1')
  await user.click(await button('Spara fakturauppgifterna'))
  expect(await screen.findByText(/Ange ett giltigt organisationsnummer/)).toBeTruthy()
  expect(screen.getByText(/Ange orten/)).toBeTruthy()
  await user.clear(await field(/^Organisationsnummer/))
  await user.type(await field(/^Organisationsnummer/), '5560125790')
  expect(await screen.findByText('Brukar vara SE556012579001')).toBeTruthy()
  await user.type(await field(/^Postnummer/), '75320')
  await user.type(await field(/^Ort/), 'Uppsala')
  await user.type(await field(/^Betalningsvillkor/), '15')
  await user.click(await button('Spara fakturauppgifterna'))
  expect(await screen.findByText('Fakturauppgifter sparade')).toBeTruthy()
  expect(await detailsOf(id)).toMatchObject({ orgNumber: '556012-5790', postcode: '753 20', paymentDays: 15 })
  await user.click(await button('Ändra'))
  const address = (await screen.findByRole('textbox', { name: 'Adress' })) as HTMLInputElement
  expect(address.value).toBe('Storgatan 1, 753 20 Uppsala')
  expect(address.readOnly).toBe(true)
  expect(screen.getByText(ADDRESS_IS_WRITTEN)).toBeTruthy()
})

test('a country is chosen by its Swedish name', async () => {
  const { id } = await aCustomer('Dansk AB')
  const { user } = await openBackOffice(h, technician, pathOf(id))
  const country = await screen.findByRole('combobox', { name: /^Land/ })
  await user.clear(country)
  await user.type(country, 'danm')
  await user.click(await screen.findByRole('option', { name: /Danmark/ }))
  await user.click(await button('Spara fakturauppgifterna'))
  expect(await screen.findByText('Fakturauppgifter sparade')).toBeTruthy()
  expect(await detailsOf(id)).toMatchObject({ country: 'DK' })
})

test('a country far down in the list is shown by its name', async () => {
  const { id, customerNumber } = await aCustomer('Finsk AB')
  await h.as(admin).call(billingDetails.change, { params: { id }, body: { customerNumber, country: 'FI', version: 0 } })
  await openBackOffice(h, technician, pathOf(id))
  expect(((await screen.findByRole('combobox', { name: /^Land/ })) as HTMLInputElement).value).toBe('Finland')
})

test('what somebody else saved is shown, and the typed text stays', async () => {
  const { id, customerNumber } = await aCustomer('Samtidig AB')
  const { user } = await openBackOffice(h, technician, pathOf(id))
  await user.type(await field(/^Er referens/), 'Kim Lund')
  await h.as(admin).call(billingDetails.change, {
    params: { id },
    body: { customerNumber, orderNumber: 'PO 7', version: 0 },
  })
  await user.click(await button('Spara fakturauppgifterna'))
  expect((await screen.findByText(/Någon annan hann ändra. Så här/)).parentElement?.textContent).toContain('PO 7')
  expect(((await field(/^Er referens/)) as HTMLInputElement).value).toBe('Kim Lund')
  await user.click(await button('Spara min version av fakturauppgifterna'))
  expect(await screen.findByText('Fakturauppgifter sparade')).toBeTruthy()
  expect(await detailsOf(id)).toMatchObject({ yourReference: 'Kim Lund', orderNumber: 'PO 7', version: 2 })
})

test('reverse charge has a reason, which old reverse charge is asked for; a private customer has no numbers', async () => {
  const { id } = await aCustomer('Bygg AB')
  const sql = (text: string) => h.test.superuser.query(text)
  await sql('alter table customers disable trigger guard_billing')
  await sql(`update customers set vat = 'reverse' where id = '${id}'`)
  await sql('alter table customers enable trigger guard_billing')
  const { user } = await openBackOffice(h, admin, pathOf(id))
  expect(await screen.findByText(/omvänd betalningsskyldighet utan orsak/)).toBeTruthy()
  await user.click(await button('Spara moms'))
  expect((await screen.findAllByText(/Välj varför kunden har omvänd betalningsskyldighet/)).length).toBe(2)
  await user.click(screen.getByRole('radio', { name: /byggtjänst/ }))
  await user.click(await button('Spara moms'))
  expect(await screen.findByText('Moms sparad')).toBeTruthy()
  const stored = () => h.as(admin).call(agreements.ofCustomer, { params: { id } })
  expect(await stored()).toMatchObject({ vat: 'reverse', reverseReason: 'bygg' })
  await user.click(await screen.findByRole('radio', { name: /Privatperson/ }))
  await user.click(await button('Spara moms'))
  await waitFor(async () => expect(await stored()).toMatchObject({ vat: 'standard', isPrivate: true }))
})

test('a technician reads how a customer is billed, and changes its details', async () => {
  const { id } = await aCustomer('Läsa AB')
  await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText('Företag med moms')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Spara moms' })).toBeNull()
  expect(await button('Spara fakturauppgifterna')).toBeTruthy()
})

test('the first invoice recipient is the default until it is archived', async () => {
  const { id } = await aCustomer('Mottagare AB')
  const { user } = await openBackOffice(h, technician, pathOf(id))
  const add = async (name: string) => {
    await user.click(await button('Ny fakturamottagare'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny fakturamottagare' }))
    await user.type(dialog.getByRole('textbox', { name: /^Namn/ }), name)
    await user.type(dialog.getByRole('textbox', { name: /^Kostnadsställe/ }), '410')
    await user.click(dialog.getByRole('button', { name: 'Spara' }))
    return screen.findByRole('row', { name: new RegExp(name) })
  }
  expect(await screen.findByText('Inga fakturamottagare')).toBeTruthy()
  expect((await add('Ekonomi')).textContent).toMatch(/EkonomiFörvald.*410/)
  expect((await add('Verkstaden')).textContent).not.toContain('Förvald')
  await user.click(await button('Arkivera: Ekonomi'))
  expect(await screen.findByText('Fakturamottagare arkiverad')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('row', { name: /Verkstaden/ }).textContent).toContain('Förvald'))
  expect(screen.getByRole('row', { name: /Ekonomi/ }).textContent).toContain('(arkiverad)')
})
