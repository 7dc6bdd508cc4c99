// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { closeApp, rememberSession, storedSession } from '../testing/screen.tsx'
import { endBrowserSessions, givePassword, PASSWORD } from '../testing/sign-in.ts'
import { endOnServer } from './session.ts'

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
})
afterEach(closeApp)
afterAll(() => h.stop())

const LOGOUT = '/auth/v1/logout'
const withoutLogout = () => meddling(h, ({ path }) => (path === LOGOUT ? lostConnection() : undefined))
const hasLiveSession = async ({ userId, sessionId }: Person) =>
  (
    await h.test.superuser.query('select from auth.sessions where user_id = $1 and ended_at is null and id <> $2', [
      userId,
      sessionId,
    ])
  ).rowCount === 1

async function aPerson(kind: 'staff' | 'customer') {
  const person = kind === 'staff' ? await h.aTechnician({ orgId }) : await h.aPortalUser(await h.aCustomer({ orgId }))
  await givePassword(h, person)
  return person
}

const thisBrowser = async () =>
  within(await screen.findByRole('table', { name: 'Mina enheter' })).findByRole('button', {
    name: 'Logga ut den här webbläsaren',
  })
const logOut = () => screen.findByRole('button', { name: 'Logga ut' })

test.each([
  { place: 'the menu', kind: 'staff', path: '/backoffice', button: logOut },
  { place: 'the own account', kind: 'staff', path: '/backoffice/konto', button: thisBrowser },
  { place: 'the portal', kind: 'customer', path: '/customer-portal', button: logOut },
] as const)(
  'A-523: without contact $place shows that the person is still signed in',
  async ({ kind, path, button }) => {
    const person = await aPerson(kind)
    const { user, at } = await openBackOffice(h, person, path, { fetch: withoutLogout() })
    await user.click(await button())
    expect(await screen.findByText('Kunde inte logga ut')).toBeTruthy()
    expect(screen.getByText(/^Du är fortfarande inloggad\. Ingen kontakt med servern\./)).toBeTruthy()
    expect([at(), storedSession() !== null, await hasLiveSession(person)]).toEqual([path, true, true])
    expect(await button()).toBeTruthy()
  },
)

test('a session that has already ended is no failure, whether its token has expired or not', async () => {
  for (const status of [403, 401]) {
    const person = await aPerson('staff')
    const fetch = meddling(h, ({ path }) =>
      path === LOGOUT && status === 401 ? Promise.resolve(new Response(null, { status })) : undefined,
    )
    await openBackOffice(h, person, '/backoffice', { fetch })
    await screen.findByRole('heading', { level: 1 })
    await endBrowserSessions(h, person)
    await expect(endOnServer()).resolves.toBeUndefined()
    await closeApp()
  }
})

test('A-523: a refused access token does not end a session that the browser still has', async () => {
  const [person, other] = [await aPerson('staff'), await aPerson('staff')]
  const fetch = meddling(h, ({ path }) =>
    path === LOGOUT ? Promise.resolve(new Response(null, { status: 401 })) : undefined,
  )
  await openBackOffice(h, person, '/backoffice', { fetch })
  await screen.findByRole('heading', { level: 1 })
  // Simulates another tab whose event has not arrived; without contact auth-js would retry for half a minute.
  await rememberSession(h, other.email, PASSWORD)
  await expect(endOnServer()).rejects.toThrow('Ingen kontakt med servern')
  expect(await hasLiveSession(person)).toBe(true)
})
