// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { browserPasskeys } from '../testing/browser-passkeys.ts'
import { aPasskey } from '../testing/passkeys.ts'
import { closeApp, openApp } from '../testing/screen.tsx'
import { useMe } from './me.ts'
import { RequireStaff } from './require.tsx'
import { StaffLoginPage } from './staff-login.page.tsx'

let h: Harness
let technician: Person
let passkey: Awaited<ReturnType<typeof aPasskey>>
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  technician = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  passkey = await aPasskey(h, technician)
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(async () => {
  await closeApp()
  vi.unstubAllGlobals()
})
afterAll(() => h.stop())

const Name = () => <p>Hej {useMe().fullName}</p>
const routes = [
  { path: '/auth', Component: StaffLoginPage },
  { path: '/backoffice/*?', element: <RequireStaff>{() => <Name />}</RequireStaff> },
]
const press = async () => userEvent.setup().click(await screen.findByRole('button', { name: 'Använd passkey' }))

test('a passkey signs in without address or password, to the requested page', async () => {
  browserPasskeys(passkey.authenticator)
  const { at } = openApp(h, { path: '/auth?next=%2Fbackoffice%2Ftime', routes })
  await press()
  expect(await screen.findByText('Hej Anna Berg')).toBeTruthy()
  expect(await screen.findByText('Inloggad!')).toBeTruthy()
  expect(at()).toBe('/backoffice/time')
})

test('a declined request and a refused passkey are said calmly, and the form remains', async () => {
  const browser = browserPasskeys(passkey.authenticator)
  openApp(h, { path: '/auth', routes })
  await userEvent.setup().type(await screen.findByLabelText('E-post'), 'anna@')
  browser.decline(true)
  await press()
  expect((await screen.findByText(/^Ingen passkey användes/)).getAttribute('role')).toBe('status')
  browser.decline(false)
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [technician.userId])
  await press()
  expect((await screen.findByText(/^Din passkey godtogs inte/)).getAttribute('role')).toBe('status')
  await h.test.superuser.query('update auth.users set disabled_at = null where id = $1', [technician.userId])
  expect(screen.getByLabelText<HTMLInputElement>('E-post').value).toBe('anna@')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a browser without passkeys is offered none', async () => {
  openApp(h, { path: '/auth', routes })
  expect(await screen.findByRole('button', { name: 'Logga in' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Använd passkey' })).toBeNull()
})
