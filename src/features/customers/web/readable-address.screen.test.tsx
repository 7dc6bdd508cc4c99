// @vitest-environment jsdom
// An address whose domain has å is stored as Punycode, but shown and edited as letters.
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contacts } from '../contacts.contract.ts'
import { customers } from '../customers.contract.ts'
import { logins } from '../logins.contract.ts'

const TYPED = 'info@åkeri.example'
const STORED = 'info@xn--keri-poa.example'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness()
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  await givePassword(h, admin)
})
afterEach(closeApp)
afterAll(() => h.stop())

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a customer’s dialog shows letters, and saving leaves the stored form', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: 'Åkeri Öst', email: TYPED } })
  const { user } = await openBackOffice(h, admin, `/backoffice/customers/${id}`)
  await user.click(await button('Ändra'))
  expect((await field('E-post')).value).toBe(TYPED)
  await user.type(await field('Namn'), ' AB')
  await user.click(await button('Spara'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await call(customers.get, { params: { id } })).toMatchObject({ name: 'Åkeri Öst AB', email: STORED })
})

test('a contact’s dialog shows letters, also in a conflict', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: 'Åkeri Väst' } })
  const contact = await call(contacts.create, { params: { id }, body: { name: 'Kim Lund', email: TYPED } })
  const { user } = await openBackOffice(h, admin, `/backoffice/customers/${id}/contacts`)
  await user.click(await button('Ändra: Kim Lund'))
  expect((await field('E-post')).value).toBe(TYPED)
  const { title, phone, mobile, note, version } = contact
  const body = { name: 'Kim Lind', email: `kim.${TYPED}`, title, phone, mobile, note, version }
  await call(contacts.change, { params: { id, contactId: contact.id }, body })
  await user.type(await field('Namn'), 'qvist')
  await user.click(await button('Spara'))
  expect((await screen.findByRole('alert')).textContent).toContain(`kim.${TYPED}`)
})

test('the buttons of a login name its address in letters', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: 'Åkeri Norr' } })
  await call(logins.invite, { params: { id }, body: { email: `norr.${TYPED}`, password: 'fika-ljung-segel-4821' } })
  await openBackOffice(h, admin, `/backoffice/customers/${id}`)
  for (const action of ['Ny länk', 'Rättigheter', 'Nytt lösenord', 'Återkalla'])
    expect(await button(`${action}: norr.${TYPED}`)).toBeTruthy()
})
