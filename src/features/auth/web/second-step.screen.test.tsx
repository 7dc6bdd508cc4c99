// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lostConnection, meddling, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { open } from '../testing/password-page.tsx'
import { closeApp, rememberSession, signIn, storedSession } from '../testing/screen.tsx'
import { givePassword, PASSWORD, postToken } from '../testing/sign-in.ts'
import { addApp, codeOf, postFactors, proveCode, wrongCode } from '../testing/totp.ts'

let h: Harness
let orgId: string
let customer: { id: string; orgId: string }
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  customer = await h.aCustomer({ orgId })
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(closeApp)
afterAll(() => h.stop())

async function aTechnician() {
  const person = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  await givePassword(h, person)
  return person
}

/** Adds an authenticator app elsewhere, by the code of the step before. */
async function anApp({ email }: Person) {
  const { access_token: token } = (await postToken(h, 'password', { email, password: PASSWORD })).json()
  return { ...(await addApp(h, token)), token: token as string }
}

const withApp = async (person: Person) => (await anApp(person)).secret

const codeField = () => screen.findByLabelText<HTMLInputElement>('Kod från appen')

test('after the password a login with an app is asked for its code, which submits itself and leads on', async () => {
  const person = await aTechnician()
  const secret = await withApp(person)
  const { at } = open(h, '/auth')
  await signIn(person)
  const field = await codeField()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bekräfta inloggningen')
  expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code'])
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.setup().type(field, codeOf(secret))
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
  expect(await screen.findByText('Inloggad!')).toBeTruthy()
  expect(screen.queryByText('Ej behörig')).toBeNull()
  expect(at()).toBe('/backoffice')
})

test('a deep link leads to the second step, and a pasted code back to it', async () => {
  const person = await aTechnician()
  const secret = await withApp(person)
  await rememberSession(h, person.email, PASSWORD)
  const { at } = open(h, '/backoffice?q=a')
  const field = await codeField()
  expect(at()).toBe('/auth?next=%2Fbackoffice%3Fq%3Da')
  const user = userEvent.setup()
  await user.click(field)
  await user.paste(`${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
  expect(at()).toBe('/backoffice?q=a')
})

test('a wrong code is refused beside the field, which keeps it, selected', async () => {
  const person = await aTechnician()
  const secret = await withApp(person)
  open(h, '/auth')
  await signIn(person)
  const field = await codeField()
  const wrong = wrongCode(secret)
  const user = userEvent.setup()
  await user.type(field, wrong)
  await waitFor(() => expect(problemOf(field)).toContain('Koden stämmer inte. Ta den som appen visar nu.'))
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual([wrong, 0, wrong.length])
  expect(document.activeElement).toBe(field)
  await user.keyboard(codeOf(secret))
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
})

test.each(['before', 'after'] as const)('a connection lost %s the code arrives loses nothing', async (when) => {
  const person = await aTechnician()
  const secret = await withApp(person)
  let isCut = true
  const fetch = meddling(h, ({ path }, pass) => {
    if (!isCut || !path.endsWith('/verify')) return undefined
    isCut = false
    return when === 'before' ? lostConnection() : pass().then(lostConnection)
  })
  open(h, '/auth', { fetch })
  await signIn(person)
  const code = codeOf(secret)
  const field = await codeField()
  const user = userEvent.setup()
  await user.type(field, code)
  expect(await screen.findByText(/^Ingen kontakt med servern/)).toBeTruthy()
  expect(field.value).toBe(code)
  await user.click(screen.getByRole('button', { name: 'Fortsätt' }))
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
})

test('a recovery code signs in, once', async () => {
  const person = await aTechnician()
  const { token } = await anApp(person)
  const [code] = (await postFactors(h, token, '/recovery-codes', {})).codes as [string]
  const enter = async () => {
    await signIn(person)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Använd en reservkod' }))
    await user.type(await screen.findByLabelText('Reservkod'), `${code.toLowerCase()}{Enter}`)
  }
  open(h, '/auth')
  await enter()
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
  await closeApp()
  open(h, '/auth')
  await enter()
  expect(await screen.findByText('Koden stämmer inte, eller är redan använd')).toBeTruthy()
  expect(screen.getByLabelText('Reservkod')).toHaveProperty('value', code.toLowerCase())
})

test('the portal asks at its own login, and signing out there leads back to an empty form', async () => {
  const person = await h.aPortalUser(customer)
  await givePassword(h, person)
  const secret = await withApp(person)
  const { at } = open(h, '/customer-login')
  await signIn(person)
  await codeField()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Logga ut' }))
  expect(await screen.findByRole('heading', { name: 'Supportportal' })).toBeTruthy()
  expect([storedSession(), at()]).toEqual([null, '/customer-login'])
  expect(screen.getByLabelText('Lösenord')).toHaveProperty('value', '')
  await user.clear(screen.getByLabelText('E-post'))
  await signIn(person)
  await user.type(await codeField(), codeOf(secret))
  expect(await screen.findByText('Portalen')).toBeTruthy()
  expect(screen.queryByText('Ej behörig')).toBeNull()
})

test('a required new password comes after the factor', async () => {
  const person = await aTechnician()
  const secret = await withApp(person)
  await h.test.superuser.query('update auth.users set must_change_password = true where id = $1', [person.userId])
  const { at } = open(h, '/auth')
  await signIn(person)
  await userEvent.setup().type(await codeField(), codeOf(secret))
  expect(await screen.findByRole('heading', { name: 'Välj ett nytt lösenord' })).toBeTruthy()
  expect(at()).toBe('/nytt-losenord')
})

test('a code that is proved in another tab leads this one on too', async () => {
  const person = await aTechnician()
  const { id, secret } = await anApp(person)
  const session = await rememberSession(h, person.email, PASSWORD)
  open(h, '/backoffice')
  await codeField()
  const key = Object.keys(localStorage).find((name) => localStorage.getItem(name) === storedSession()) as string
  const proved = await proveCode(h, session.access_token, { id, code: codeOf(secret) })
  const channel = new BroadcastChannel(key)
  channel.postMessage({ event: 'MFA_CHALLENGE_VERIFIED', session: proved })
  channel.close()
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
})
