// Input in the dialogs of a customer's pages survives the end of the session and is there after the next sign-in.
// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contacts } from '../contacts.contract.ts'
import { logins } from '../logins.contract.ts'

let h: Harness
let anna: Person
let bo: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId })
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

/** Ends the session elsewhere; the next request leads to the login, and the person signs in again. */
async function loseSessionAt(press: string) {
  await h.test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1', [anna.userId])
  screen.getByRole('button', { name: press }).click()
  await screen.findByRole('heading', { name: 'Backoffice' })
  await signIn(anna)
}

test('chosen rights survive a lost session, and a conflicting change is shown', async () => {
  const customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  const kim = await h.aPortalUser(customer)
  const { user } = await openBackOffice(h, anna, `/backoffice/customers/${customer.id}`)
  await user.click(await button(`Rättigheter: ${kim.email}`))
  await user.click(await screen.findByRole('radio', { name: /Egna ärenden/ }))
  await loseSessionAt('Spara')
  expect(await screen.findByRole('dialog', { name: 'Rättigheter i portalen' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Egna ärenden/ }).checked).toBe(true)
  const params = { id: customer.id, userId: kim.userId }
  const body = { seesCompany: true, mayApprove: true, getsCompanyMail: false, version: 1 }
  await h.as(bo).call(logins.changeRights, { params, body })
  await user.click(await button('Spara'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/hann ändra rättigheterna.*SerHela företaget.*Ja.*Nej/)
  await user.click(await button('Spara min version'))
  await waitFor(async () =>
    expect(await h.as(bo).call(logins.list, { params: { id: customer.id } })).toMatchObject([
      { seesCompany: false, mayApprove: true, getsCompanyMail: false, version: 3 },
    ]),
  )
})

test('new and changed equipment survives a lost session', async () => {
  const { id } = await h.aCustomer({ orgId, name: 'Cykelverkstan' })
  const { user } = await openBackOffice(h, anna, `/backoffice/customers/${id}/equipment`)
  await user.click((await screen.findAllByRole('button', { name: 'Ny utrustning' }))[0] as HTMLElement)
  await user.type(await field(/Benämning/), 'Dator i receptionen')
  await loseSessionAt('Spara')
  expect((await field(/Benämning/)).value).toBe('Dator i receptionen')
  await user.click(await button('Spara'))
  await user.click(await button('Ändra Dator i receptionen'))
  await user.type(await field('Plats'), 'Reception')
  await loseSessionAt('Spara')
  expect((await field('Plats')).value).toBe('Reception')
  await user.click(await button('Spara'))
  await waitFor(async () =>
    expect((await h.as(bo).call(equipment.list, { params: { id }, query: {} })).rows).toMatchObject([
      { name: 'Dator i receptionen', place: 'Reception', version: 2 },
    ]),
  )
})

test('an invitation’s contact and rights survive a lost session, but never the password', async () => {
  const { id } = await h.aCustomer({ orgId, name: 'Dagab' })
  const empty = { title: null, phone: null, mobile: null, email: null, note: null }
  const kim = await h.as(bo).call(contacts.create, { params: { id }, body: { ...empty, name: 'Kim Lund' } })
  const { user } = await openBackOffice(h, anna, `/backoffice/customers/${id}/contacts`)
  await user.click(await button('Bjud in till portalen: Kim Lund'))
  await user.type(await field(/E-post/), 'kim@dagab.example.se')
  await user.type(screen.getByLabelText(/Lösenord/), 'gröna lyktor vid kajen')
  await user.click(screen.getByRole('checkbox', { name: 'Får godkänna tid' }))
  await loseSessionAt('Skicka inbjudan')
  await screen.findByRole('dialog', { name: 'Bjud in till portalen' })
  expect((await field(/E-post/)).value).toBe('kim@dagab.example.se')
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Kontakt' })).value).toBe(kim.id)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Får godkänna tid' }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/Lösenord/).value).toBe('')
})
