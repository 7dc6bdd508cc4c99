// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { lostConnection, meddling } from '../../backoffice/testing.tsx'
import { auth } from '../auth.contract.ts'
import { ensureFirstAdmin } from '../server/first-admin.ts'
import { makeOneTimeLink } from '../server/links.queries.ts'
import { closeApp, openApp, rememberSession, storedSession } from '../testing/screen.tsx'
import { givePassword, PASSWORD, passwords } from '../testing/sign-in.ts'
import { NewPasswordPage } from './new-password.page.tsx'
import { RequireCustomer, RequireStaff } from './session.api.ts'
import { StaffLoginPage } from './staff-login.page.tsx'

let h: Harness
let orgId: string
let firstLink: string
beforeAll(async () => {
  h = await startHarness()
  const first = await ensureFirstAdmin({
    database: h.database,
    passwords,
    appUrl: 'http://localhost',
    orgName: 'Nordnät AB',
  })
  firstLink = first?.link ?? ''
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(async () => {
  await closeApp()
  window.history.replaceState(null, '', '/')
})
afterAll(() => h.stop())

const NEXT = 'en helt annan fras'
const routes = [
  { path: '/auth', Component: StaffLoginPage },
  { path: '/nytt-losenord', Component: NewPasswordPage },
  { path: '/backoffice', element: <RequireStaff>{(me) => <p>Backoffice för {me.fullName}</p>}</RequireStaff> },
  {
    path: '/customer-portal',
    element: (
      <RequireCustomer>
        <p>Portalen</p>
      </RequireCustomer>
    ),
  },
]
type Fetch = { fetch?: typeof fetch }
const open = (path: string, options: Fetch = {}) => openApp(h, { path, routes, ...options })

/** Opens the link of a mail. */
function openLink(link: string, options: Fetch = {}) {
  const { pathname, hash } = new URL(link)
  window.history.replaceState(null, '', pathname + hash)
  return open(pathname, options)
}
const linkFor = (person: Person) =>
  h.database.as('auth', (db) =>
    makeOneTimeLink(db, { appUrl: 'http://localhost', userId: person.userId, purpose: 'invitation' }),
  )

async function choose(password: string) {
  const user = userEvent.setup()
  const field = await screen.findByLabelText('Nytt lösenord')
  await user.clear(field)
  await user.type(field, password)
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
}

test('the first person creates the administrator with the printed link', async () => {
  const { at } = openLink(firstLink)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Namn'), 'Anna Berg')
  await user.type(screen.getByLabelText('E-post'), ' Anna@Nordnat.se ')
  await user.type(screen.getByLabelText('Lösenord'), 'nordnät2026')
  await user.click(screen.getByRole('button', { name: 'Kom igång' }))
  expect(await screen.findByText(/för lätt att gissa/)).toBeTruthy()
  await user.clear(screen.getByLabelText('Lösenord'))
  await user.type(screen.getByLabelText('Lösenord'), NEXT)
  await user.click(screen.getByRole('button', { name: 'Kom igång' }))
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
  expect(at()).toBe('/backoffice')
  orgId = (await h.test.superuser.query('select id from organizations')).rows[0].id
})

test('an invited customer chooses a password, sees the server’s message on a weak one, and is redirected to the portal', async () => {
  const kund = await h.aPortalUser(await h.aCustomer({ orgId, name: 'Kund AB' }))
  const { at } = openLink(await linkFor(kund))
  await choose('abcde')
  expect(await screen.findByText('Lösenordet måste vara minst 6 tecken')).toBeTruthy()
  expect(window.location.hash).toBe('')
  await choose('lösenord123')
  expect(await screen.findByText('Lösenordet är för vanligt. Välj ett annat.')).toBeTruthy()
  await choose(NEXT)
  expect(await screen.findByText('Portalen')).toBeTruthy()
  expect(at()).toBe('/customer-portal')
})

test('a used link shows what to do', async () => {
  const kund = await h.aPortalUser(await h.aCustomer({ orgId }))
  const old = await linkFor(kund)
  await linkFor(kund)
  openLink(old)
  expect(await screen.findByRole('heading', { name: 'Länken fungerar inte' })).toBeTruthy()
  expect(screen.getByText('Länken har redan använts eller gått ut. Be om en ny.')).toBeTruthy()
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
})

describe('while somebody else is signed in', () => {
  /** Those of browsers, not the one of the test's own calls. */
  const liveSessionsOf = async ({ userId, sessionId }: Person) =>
    (
      await h.test.superuser.query('select from auth.sessions where user_id = $1 and ended_at is null and id <> $2', [
        userId,
        sessionId,
      ])
    ).rowCount
  const isUnused = async ({ userId }: Person) =>
    (await h.test.superuser.query('select from auth.one_time_tokens where user_id = $1 and used_at is null', [userId]))
      .rowCount === 1

  async function openAsAnother(options: Fetch = {}) {
    const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
    await givePassword(h, eva)
    await rememberSession(h, eva.email, PASSWORD)
    const kim = await h.aPortalUser(await h.aCustomer({ orgId }))
    const { at } = openLink(await linkFor(kim), options)
    const question = `Du är inloggad som Eva Ek (${eva.email}). Vill du logga ut och fortsätta som ${kim.email}?`
    expect(await screen.findByText(question)).toBeTruthy()
    expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
    return { eva, kim, at, user: userEvent.setup() }
  }

  test('A-522: the link still asks when the page is loaded again, and a second link in the tab takes its place', async () => {
    const { eva, kim } = await openAsAnother()
    await closeApp()
    await rememberSession(h, eva.email, PASSWORD)
    open('/nytt-losenord')
    expect(await screen.findByText(new RegExp(`fortsätta som ${kim.email}`))).toBeTruthy()
    const lo = await h.aPortalUser(await h.aCustomer({ orgId }))
    window.location.hash = new URL(await linkFor(lo)).hash
    expect(await screen.findByText(new RegExp(`fortsätta som ${lo.email}`))).toBeTruthy()
    expect(window.location.hash).toBe('')
    expect([await liveSessionsOf(eva), await isUnused(kim), await isUnused(lo)]).toEqual([2, true, true])
  })

  test('A-514: the link asks, and on yes the old session is ended on the server before the new one begins', async () => {
    const { eva, kim, at, user } = await openAsAnother()
    expect(await liveSessionsOf(eva)).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Logga ut och fortsätt' }))
    // The question names Kim too.
    await waitFor(async () => expect(await liveSessionsOf(eva)).toBe(0))
    expect(await screen.findByText(kim.email)).toBeTruthy()
    expect(await isUnused(kim)).toBe(true)
    await choose(NEXT)
    expect(await screen.findByText('Portalen')).toBeTruthy()
    expect(at()).toBe('/customer-portal')
  })

  test('A-523: without contact the question stays, nothing is ended, and the next press goes on', async () => {
    let isCut = true
    const fetch = meddling(h, ({ path }) => (path === '/auth/v1/logout' && isCut ? lostConnection() : undefined))
    const { eva, kim, user } = await openAsAnother({ fetch })
    await user.click(screen.getByRole('button', { name: 'Logga ut och fortsätt' }))
    expect(await screen.findByText('Kunde inte logga ut')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Vill du byta konto?' })).toBeTruthy()
    expect([storedSession() !== null, await liveSessionsOf(eva), await isUnused(kim)]).toEqual([true, 1, true])
    isCut = false
    await user.click(screen.getByRole('button', { name: 'Logga ut och fortsätt' }))
    expect(await screen.findByLabelText('Nytt lösenord')).toBeTruthy()
    expect(await liveSessionsOf(eva)).toBe(0)
  })

  test('A-514: on no nothing happens: the session goes on, and the link is unused', async () => {
    const { eva, kim, user } = await openAsAnother()
    await user.click(screen.getByRole('link', { name: 'Avbryt' }))
    expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
    expect(await liveSessionsOf(eva)).toBe(1)
    expect(await isUnused(kim)).toBe(true)
  })

  test('the own link asks nothing', async () => {
    const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
    await givePassword(h, eva)
    await rememberSession(h, eva.email, PASSWORD)
    openLink(await linkFor(eva))
    expect(await screen.findByText(`Eva Ek (${eva.email})`)).toBeTruthy()
    await choose(NEXT)
    expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
  })
})

test('A-515: whose a link is only its holder learns, and a spent or made-up one names nobody', async () => {
  const kim = await h.aPortalUser(await h.aCustomer({ orgId }))
  const link = await linkFor(kim)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
  const { call } = h.as(null)
  for (let count = 0; count < 2; count++)
    expect(await call(auth.linkOwner, { body: { token } })).toEqual({
      userId: kim.userId,
      email: kim.email,
      fullName: null,
    })
  const spent = { status: 403, message: 'Länken har redan använts eller gått ut. Be om en ny.' }
  await expect(call(auth.linkOwner, { body: { token: 'x'.repeat(43) } })).rejects.toMatchObject(spent)
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [kim.userId])
  await expect(call(auth.linkOwner, { body: { token } })).rejects.toMatchObject(spent)
  await h.test.superuser.query('update auth.users set disabled_at = null where id = $1', [kim.userId])
  await linkFor(kim)
  await expect(call(auth.linkOwner, { body: { token } })).rejects.toMatchObject(spent)
})

test('without a link and without a session the page shows where to go', async () => {
  open('/nytt-losenord')
  expect(await screen.findByRole('heading', { name: 'Länken är ofullständig' })).toBeTruthy()
})

test('a person who must change the password is redirected to the form, and then to the portal', async () => {
  const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
  await givePassword(h, eva)
  await h.test.superuser.query('update auth.users set must_change_password = true where id = $1', [eva.userId])
  await rememberSession(h, eva.email, PASSWORD)
  const { at } = open('/backoffice')
  expect(await screen.findByRole('heading', { name: 'Välj ett nytt lösenord' })).toBeTruthy()
  expect(at()).toBe('/nytt-losenord')
  await choose(PASSWORD)
  expect(await screen.findByText('Välj ett annat lösenord än det du har')).toBeTruthy()
  await choose(NEXT)
  expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
})

test('long after the sign-in the current password is required as well', async () => {
  const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
  await givePassword(h, eva)
  await rememberSession(h, eva.email, PASSWORD)
  await h.test.superuser.query(`update auth.sessions set authenticated_at = now() - interval '1 hour'`)
  open('/nytt-losenord')
  await choose(NEXT)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Nuvarande lösenord'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
})
