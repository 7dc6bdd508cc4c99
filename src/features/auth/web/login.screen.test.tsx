// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import {
  closeApp,
  endSessionInAnotherTab,
  openApp,
  rememberSession,
  signIn,
  storedSession,
} from '../testing/screen.tsx'
import { addressOf, givePassword, PASSWORD } from '../testing/sign-in.ts'
import { CustomerLoginPage } from './customer-login.page.tsx'
import { useMe } from './me.ts'
import { NewPasswordPage } from './new-password.page.tsx'
import { RequireCustomer, RequireStaff } from './require.tsx'
import { authClient } from './session.ts'
import { StaffLoginPage } from './staff-login.page.tsx'

let h: Harness
let technician: Person
let customer: Person
let nobody: Person
beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization('Nordnät AB')
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Anna Berg' })
  customer = await h.aPortalUser(await h.aCustomer({ orgId: org.id, name: 'Kund AB' }))
  nobody = await h.aLogin(null, null)
  for (const person of [technician, customer, nobody]) await givePassword(h, person)
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(closeApp)
afterAll(() => h.stop())

const Name = () => <p>Hej {useMe().fullName}</p>
const routes = [
  { path: '/auth', Component: StaffLoginPage },
  { path: '/customer-login', Component: CustomerLoginPage },
  { path: '/nytt-losenord', Component: NewPasswordPage },
  {
    path: '/backoffice/*?',
    element: (
      <RequireStaff>
        {(me) => (
          <>
            <p>Backoffice för {me.organization}</p>
            <Name />
          </>
        )}
      </RequireStaff>
    ),
  },
  {
    path: '/customer-portal/*?',
    element: (
      <RequireCustomer>
        <p>Portalen</p>
      </RequireCustomer>
    ),
  },
]
const open = (path: string, fetch?: typeof globalThis.fetch) => openApp(h, { path, routes, ...(fetch && { fetch }) })

test('staff sign in to the back office', async () => {
  const { at } = open('/auth')
  expect(await screen.findByRole('heading', { name: 'Backoffice' })).toBeTruthy()
  await signIn(technician)
  expect(await screen.findByText('Backoffice för Nordnät AB')).toBeTruthy()
  expect(await screen.findByText('Inloggad!')).toBeTruthy()
  expect(screen.getByText('Hej Anna Berg')).toBeTruthy()
  expect(at()).toBe('/backoffice')
})

test('a customer signs in to the portal', async () => {
  const { at } = open('/customer-login')
  await signIn(customer)
  expect(await screen.findByText('Portalen')).toBeTruthy()
  expect(await screen.findByText('Välkommen till supportportalen')).toBeTruthy()
  expect(at()).toBe('/customer-portal')
})

test('while signing in the button shows progress and further presses do nothing', async () => {
  const gate = Promise.withResolvers<void>()
  let sent = 0
  open('/auth', async (input, init) => {
    if (addressOf(input).includes('/token')) {
      sent += 1
      await gate.promise
    }
    return h.fetch(input, init)
  })
  await signIn(technician)
  const pendingButton = await screen.findByRole('button', { name: /Loggar in\.\.\./ })
  await userEvent.setup().click(pendingButton)
  gate.resolve()
  expect(await screen.findByText('Backoffice för Nordnät AB')).toBeTruthy()
  expect(sent).toBe(1)
})

const describedBy = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

test('a failure shows the server’s message, and the form’s values remain', async () => {
  open('/auth')
  await signIn(technician, 'fel fel fel')
  expect(await screen.findByText('Fel vid inloggning')).toBeTruthy()
  expect(screen.getByLabelText('E-post')).toHaveProperty('value', technician.email)
  const password = screen.getByLabelText('Lösenord')
  expect(password).toHaveProperty('value', 'fel fel fel')
  expect(describedBy(password)).toBe('Felaktig e-postadress eller lösenord')
  expect(document.activeElement).toBe(password)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Logga in' })).toBeTruthy())
})

test('a refusal that arrives while the address is being corrected leaves the focus there', async () => {
  const gate = Promise.withResolvers<void>()
  open('/auth', async (input, init) => {
    if (addressOf(input).includes('/token')) await gate.promise
    return h.fetch(input, init)
  })
  await signIn(technician, 'fel fel fel')
  const email = screen.getByLabelText('E-post')
  email.focus()
  gate.resolve()
  await waitFor(() => expect(describedBy(screen.getByLabelText('Lösenord'))).toBeTruthy())
  expect(document.activeElement).toBe(email)
})

test('the error of a failed sign-in disappears after the sign-in', async () => {
  open('/auth')
  await signIn(technician, 'fel fel fel')
  expect(await screen.findByText('Fel vid inloggning')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Lösenord'))
  await userEvent.clear(screen.getByLabelText('E-post'))
  await signIn(technician)
  expect(await screen.findByText('Inloggad!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Fel vid inloggning')).toBeNull())
})

test('a network error is shown in Swedish', async () => {
  open('/auth', async () => {
    throw new TypeError('fetch failed')
  })
  await signIn(technician)
  const message = 'Ingen kontakt med servern. Kontrollera uppkopplingen och försök igen.'
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText('Lösenord').getAttribute('aria-invalid')).toBeNull()
})

test('both fields are marked as required and checked before a request is sent', async () => {
  const fetch = vi.fn(h.fetch)
  open('/customer-login', fetch)
  for (const name of ['E-post', 'Lösenord'])
    expect((await screen.findByLabelText(name)).getAttribute('aria-required')).toBe('true')
  expect(screen.getAllByText('obligatoriskt')).toHaveLength(2)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Logga in' }))
  expect(await screen.findByText('Ange din e-postadress')).toBeTruthy()
  expect(screen.getByText('Ange ditt lösenord')).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
})

test('the fields have the autocomplete values of password managers', async () => {
  open('/auth')
  expect((await screen.findByLabelText('E-post')).getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Lösenord').getAttribute('autocomplete')).toBe('current-password')
  expect(screen.getByLabelText('Lösenord').closest('form')).toBeTruthy()
})

test('a stored session is redirected at load, without a toast', async () => {
  await rememberSession(h, technician.email, PASSWORD)
  const { at } = open('/auth?next=%2Fbackoffice%2Ftime%3Fmonth%3D2026-11')
  expect(await screen.findByText('Backoffice för Nordnät AB')).toBeTruthy()
  expect(at()).toBe('/backoffice/time?month=2026-11')
  expect(screen.queryByText('Inloggad!')).toBeNull()
})

test('A-18: a foreign next is not followed', async () => {
  await rememberSession(h, technician.email, PASSWORD)
  const { at } = open('/auth?next=%2F%2Fevil.example%2Fbackoffice')
  await screen.findByText('Backoffice för Nordnät AB')
  expect(at()).toBe('/backoffice')
})

test('a portal user on the staff login page or in the back office is redirected to the portal', async () => {
  const { at } = open('/auth')
  await signIn(customer)
  expect(await screen.findByText('Portalen')).toBeTruthy()
  expect(at()).toBe('/customer-portal')
})

test.each(['/customer-login', '/customer-portal/tickets/7'])(
  'staff who open %s see a toast and are redirected to the back office',
  async (path) => {
    await rememberSession(h, technician.email, PASSWORD)
    const { at } = open(path)
    expect(await screen.findByText('Backoffice för Nordnät AB')).toBeTruthy()
    expect(await screen.findByText('Ej behörig')).toBeTruthy()
    expect(screen.getByText('Du har inte tillgång till kundportalen')).toBeTruthy()
    expect(at()).toBe('/backoffice')
  },
)

test.each(['/auth', '/customer-login'])(
  'a login without an organization is signed out at %s, with toast, message and no loop',
  async (path) => {
    const { at } = open(path)
    await signIn(nobody)
    expect(await screen.findByText('Ej behörig')).toBeTruthy()
    await waitFor(() => expect(storedSession()).toBeNull())
    expect(at()).toBe(path)
    expect(await screen.findByRole('button', { name: 'Logga in' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toMatch(/inte tillgång till kundportalen|inte kopplat till/)
  },
)

test('without a session the login is shown, and then the requested page', async () => {
  const { at } = open('/backoffice/customers?q=a')
  await screen.findByRole('heading', { name: 'Backoffice' })
  expect(at()).toBe('/auth?next=%2Fbackoffice%2Fcustomers%3Fq%3Da')
  await signIn(technician)
  await screen.findByText('Backoffice för Nordnät AB')
  expect(at()).toBe('/backoffice/customers?q=a')
})

test('a sign-out, here or in another tab, redirects to the login page', async () => {
  await rememberSession(h, technician.email, PASSWORD)
  const { at } = open('/backoffice')
  await screen.findByText('Backoffice för Nordnät AB')
  await (await authClient()).signOut({ scope: 'local' })
  await screen.findByRole('heading', { name: 'Backoffice' })
  expect(at()).toBe('/auth?next=%2Fbackoffice')
})

test('a sign-out in another tab is noticed before auth-js is loaded', async () => {
  await rememberSession(h, technician.email, PASSWORD)
  const { at } = open('/backoffice')
  await screen.findByText('Backoffice för Nordnät AB')
  endSessionInAnotherTab()
  await screen.findByRole('heading', { name: 'Backoffice' })
  expect(at()).toBe('/auth?next=%2Fbackoffice')
})

test('A-36: a session ended elsewhere leads to the login after one attempt to renew it', async () => {
  await rememberSession(h, technician.email, PASSWORD)
  await h.test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1', [technician.userId])
  const fetch = vi.fn(h.fetch)
  const { at } = open('/backoffice', fetch)
  await screen.findByRole('heading', { name: 'Backoffice' })
  expect(at()).toBe('/auth?next=%2Fbackoffice')
  expect(fetch.mock.calls.filter(([url]) => addressOf(url).includes('refresh_token'))).toHaveLength(1)
})

test('A-38: the session’s expiry is counted by the browser’s clock, not the server’s', async () => {
  open('/auth', async (input, init) => {
    const answer = await h.fetch(input, init)
    if (!addressOf(input).includes('/token')) return answer
    const session = await answer.json()
    return Response.json({ ...session, expires_at: session.expires_at - 86_400 })
  })
  const before = Math.floor(Date.now() / 1000)
  await signIn(technician)
  await screen.findByText('Backoffice för Nordnät AB')
  expect(JSON.parse(storedSession() ?? '').expires_at).toBeGreaterThanOrEqual(before + 900)
})

test('recovery reuses the typed address, and responds alike to an unknown one', async () => {
  open('/customer-login')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-post'), 'ingen@example.se')
  await user.click(screen.getByRole('button', { name: 'Glömt lösenord?' }))
  expect(screen.getByLabelText('E-post')).toHaveProperty('value', 'ingen@example.se')
  await user.click(screen.getByRole('button', { name: 'Skicka länk' }))
  expect(await screen.findByRole('heading', { name: 'Titta i din inkorg' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Tillbaka till inloggningen' }))
  expect(await screen.findByRole('heading', { name: 'Supportportal' })).toBeTruthy()
})
