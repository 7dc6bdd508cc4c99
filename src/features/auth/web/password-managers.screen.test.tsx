// @vitest-environment jsdom
// Every password form names its account to password managers.
import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { makeOneTimeLink } from '../server/links.queries.ts'
import { closeApp, openApp, rememberSession } from '../testing/screen.tsx'
import { givePassword, PASSWORD } from '../testing/sign-in.ts'
import { CustomerLoginPage } from './customer-login.page.tsx'
import { NewPasswordPage } from './new-password.page.tsx'
import { StaffLoginPage } from './staff-login.page.tsx'

let h: Harness
let admin: Person
let colleague: Person
let customer: Awaited<ReturnType<Harness['aCustomer']>>
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  colleague = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, admin)
  customer = await h.aCustomer({ orgId, name: 'Kund AB' })
  portalUser = await h.aPortalUser(customer)
})
afterEach(async () => {
  await closeApp()
  window.history.replaceState(null, '', '/')
})
afterAll(() => h.stop())

const routes = [
  { path: '/auth', Component: StaffLoginPage },
  { path: '/customer-login', Component: CustomerLoginPage },
  { path: '/nytt-losenord', Component: NewPasswordPage },
]

/** Autocomplete and value of the name and the password, in the form of the password with this label. */
async function passwordFieldsIn(label: string) {
  const { form } = await screen.findByLabelText<HTMLInputElement>(label)
  return [...(form?.querySelectorAll<HTMLInputElement>('[autocomplete=username], [autocomplete$=password]') ?? [])].map(
    ({ autocomplete, value }) => `${autocomplete} ${value}`.trim(),
  )
}

test.each(['/auth', '/customer-login'])('the login form of %s has a name and the current password', async (path) => {
  openApp(h, { path, routes })
  expect(await passwordFieldsIn('Lösenord')).toEqual(['username', 'current-password'])
})

test('the form of an invitation names its user', async () => {
  const link = await h.database.as('auth', (db) =>
    makeOneTimeLink(db, { appUrl: 'http://localhost', userId: portalUser.userId, purpose: 'invitation' }),
  )
  window.history.replaceState(null, '', `/nytt-losenord${new URL(link).hash}`)
  openApp(h, { path: '/nytt-losenord', routes })
  expect(await passwordFieldsIn('Nytt lösenord')).toEqual([`username ${portalUser.email}`, 'new-password'])
})

test('the form of the first administrator has a name and a new password', async () => {
  window.history.replaceState(null, '', `/nytt-losenord#token=${'x'.repeat(43)}&type=first_admin`)
  openApp(h, { path: '/nytt-losenord', routes })
  expect(await passwordFieldsIn('Lösenord')).toEqual(['username', 'new-password'])
})

test('the form of one’s own password names its user', async () => {
  await rememberSession(h, admin.email, PASSWORD)
  openApp(h, { path: '/nytt-losenord', routes })
  expect(await passwordFieldsIn('Nytt lösenord')).toEqual([`username ${admin.email}`, 'new-password'])
})

test('a password set for a colleague or a customer’s login is named as theirs', async () => {
  const staff = await openBackOffice(h, admin, '/backoffice/users')
  await staff.user.click(await screen.findByRole('button', { name: 'Fler åtgärder för Tove Teknik' }))
  await staff.user.click(await screen.findByRole('button', { name: 'Byt lösenord för Tove Teknik' }))
  expect(await passwordFieldsIn('Lösenord')).toEqual([`username ${colleague.email}`, 'new-password'])
  await closeApp()
  const portal = await openBackOffice(h, admin, `/backoffice/customers/${customer.id}`)
  await portal.user.click(await screen.findByRole('button', { name: `Nytt lösenord: ${portalUser.email}` }))
  expect(await passwordFieldsIn('Lösenord')).toEqual([`username ${portalUser.email}`, 'new-password'])
})
