// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { equipment, equipmentFields, equipmentLabels } from '../equipment.contract.ts'

let h: Harness
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aCustomer = async (name: string) => (await h.aCustomer({ orgId, name })).id
const pathOf = (id: string) => `/backoffice/customers/${id}/equipment`
const add = (id: string, body: { name: string; serial?: string; warrantyUntil?: string }) =>
  h.as(technician).call(equipment.create, { params: { id }, body })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('every field of equipment has an input', async () => {
  const { user } = await openBackOffice(h, technician, pathOf(await aCustomer('Åkermans El')))
  await user.click((await screen.findAllByRole('button', { name: 'Ny utrustning' }))[0] as HTMLElement)
  const added = await dialog('Ny utrustning')
  for (const field of equipmentFields)
    expect(added.getAllByLabelText(new RegExp(`^${equipmentLabels[field]}`))).toBeTruthy()
})

test('equipment is added with its warranty, changed, removed and restored', async () => {
  const id = await aCustomer('Åkermans El')
  const { user } = await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText('Ingen utrustning ännu')).toBeTruthy()
  await user.click((await screen.findAllByRole('button', { name: 'Ny utrustning' }))[0] as HTMLElement)
  const added = await dialog('Ny utrustning')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText('Ange vad det är')).toBeTruthy()
  await user.type(added.getByRole('textbox', { name: /Benämning/ }), 'Dator i receptionen')
  await user.type(added.getByRole('textbox', { name: 'Serienummer' }), 'PF-1')
  await user.type(added.getByRole('textbox', { name: 'Garanti till' }), addDays(todayInStockholm(), 10))
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Utrustning sparad')).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Dator i receptionen/ })).textContent).toContain('Går ut snart')

  await user.click(await button('Ändra Dator i receptionen'))
  const changed = await dialog('Ändra utrustning')
  await user.type(changed.getByRole('textbox', { name: 'Plats' }), 'Disken')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /Dator/ }).textContent).toContain('Disken'))

  await user.click(await button('Ta bort Dator i receptionen'))
  expect(await screen.findByText('Utrustning borttagen')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Dator/ })).toBeNull())
  await user.click(await button('Ångra'))
  expect(await screen.findByText('Utrustning återställd')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Dator i receptionen/ })).toBeTruthy()
})

test('a colleague’s change is shown as a conflict, and the input remains', async () => {
  const id = await aCustomer('Bergs Bageri')
  const row = await add(id, { name: 'Ugnsstyrning' })
  const { user } = await openBackOffice(h, technician, pathOf(id))
  await user.click(await button('Ändra Ugnsstyrning'))
  const changed = await dialog('Ändra utrustning')
  await user.type(changed.getByRole('textbox', { name: 'Plats' }), 'Bageriet')
  await h.as(technician).call(equipment.change, {
    params: { id: row.id },
    body: { name: 'Ugnsstyrning', serial: 'U-7', version: 1 },
  })
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect((await changed.findByRole('alert')).textContent).toContain('U-7')
  expect(changed.getByRole<HTMLInputElement>('textbox', { name: 'Plats' }).value).toBe('Bageriet')
  expect(changed.getByRole<HTMLInputElement>('textbox', { name: 'Serienummer' }).value).toBe('U-7')
  await user.click(changed.getByRole('button', { name: 'Spara min version' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /Ugnsstyrning/ }).textContent).toMatch(/U-7.*Bageriet/))
})

test('a ticket is linked to its equipment and shows it', async () => {
  const id = await aCustomer('Cykelverkstan')
  await add(id, { name: 'Kassa', serial: 'K-1', warrantyUntil: addDays(todayInStockholm(), -3) })
  await add(id, { name: 'Kvittoskrivare' })
  const ticket = await h.as(technician).call(tickets.create, {
    body: { title: 'Kassan står', description: 'Svart skärm', customerId: id },
  })
  const { user, at } = await openBackOffice(h, technician, `/backoffice/tickets/${ticket.id}`)
  await user.click(await button('Välj utrustning'))
  const chooser = await dialog('Utrustning i ärendet')
  await user.click(await chooser.findByRole('checkbox', { name: /Kassa/ }))
  await user.click(chooser.getByRole('button', { name: 'Spara' }))
  const link = await screen.findByRole('link', { name: 'Kassa' })
  expect(await screen.findByText('Har gått ut')).toBeTruthy()
  await user.click(link)
  await waitFor(() => expect(at()).toBe(`${pathOf(id)}?search=K-1`))
  expect(await screen.findByRole('row', { name: /Kassa/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Kvittoskrivare/ })).toBeNull())
})

test('the overview shows warranties that end soon', async () => {
  const id = await aCustomer('Dagab')
  await add(id, { name: 'Server', warrantyUntil: addDays(todayInStockholm(), 30) })
  await openBackOffice(h, technician, `/backoffice/customers/${id}`)
  const notice = await screen.findByRole('region', { name: 'Garantier som snart går ut' })
  expect(within(notice).getByText(/Server/)).toBeTruthy()
  expect(within(notice).getByRole('link', { name: 'All utrustning' }).getAttribute('href')).toBe(pathOf(id))
})
