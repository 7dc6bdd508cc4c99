// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lostConnection, meddling } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { auth } from '../auth.contract.ts'
import { choose, isUnused, linkFor, open, openLink } from '../testing/password-page.tsx'
import { closeApp, rememberSession, storedSession } from '../testing/screen.tsx'
import { givePassword, PASSWORD } from '../testing/sign-in.ts'

const NEXT = 'en helt annan fras'

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(async () => {
  await closeApp()
  window.history.replaceState(null, '', '/')
})
afterAll(() => h.stop())

describe('A-525: when the network fails while the password is saved', () => {
  const SET = '/api/link-password'
  /** Opens a new customer's link, and fails the first request to `path` before or after the server receives it. */
  async function openCut(path: string, when: 'before' | 'after') {
    const kim = await h.aPortalUser(await h.aCustomer({ orgId }))
    let requests = 0
    const fetch = meddling(h, (seen, pass) => {
      if (seen.path !== path || ++requests > 1) return undefined
      return when === 'before' ? lostConnection() : pass().then(lostConnection)
    })
    return { kim, ...openLink(h, await linkFor(h, kim), { fetch }) }
  }

  test('before the server receives it, the next attempt saves it', async () => {
    const { kim } = await openCut(SET, 'before')
    await choose(NEXT)
    expect(await screen.findByText('Kunde inte spara lösenordet')).toBeTruthy()
    expect([await isUnused(h, kim), storedSession()]).toEqual([true, null])
    await choose(NEXT)
    expect(await screen.findByText('Portalen')).toBeTruthy()
  })

  test('after the server has received it, the next attempt signs in', async () => {
    const { kim } = await openCut(SET, 'after')
    await choose(NEXT)
    expect(await screen.findByText('Kunde inte spara lösenordet')).toBeTruthy()
    expect(await isUnused(h, kim)).toBe(false)
    await choose(NEXT)
    expect(await screen.findByText('Portalen')).toBeTruthy()
  })

  test('and another password is tried, the page asks to sign in with the saved one', async () => {
    await openCut(SET, 'after')
    await choose(NEXT)
    expect(await screen.findByText('Kunde inte spara lösenordet')).toBeTruthy()
    await choose('ännu en annan fras')
    expect(await screen.findByText(/Har du redan valt ett lösenord loggar du in med det\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Till supportportalen' })).toBeTruthy()
  })

  test('during the sign-in that follows, the page shows that the password is saved', async () => {
    await openCut('/auth/v1/token', 'before')
    await choose(NEXT)
    expect(await screen.findByRole('heading', { name: 'Lösenordet är sparat' })).toBeTruthy()
    expect(screen.getByText('Fel vid inloggning')).toBeTruthy()
  })
})

test('a used link shows what to do', async () => {
  const kund = await h.aPortalUser(await h.aCustomer({ orgId }))
  const old = await linkFor(h, kund)
  await linkFor(h, kund)
  openLink(h, old)
  expect(await screen.findByRole('heading', { name: 'Länken fungerar inte' })).toBeTruthy()
  expect(screen.getByText(/^Länken har redan använts eller gått ut\. Be om en ny\. Har du redan valt/)).toBeTruthy()
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
})

describe('while somebody else is signed in', () => {
  /** The sessions of browsers, without that of the test's own calls. */
  const liveSessionsOf = async ({ userId, sessionId }: Person) =>
    (
      await h.test.superuser.query('select from auth.sessions where user_id = $1 and ended_at is null and id <> $2', [
        userId,
        sessionId,
      ])
    ).rowCount
  async function openAsAnother(options: { fetch?: typeof fetch } = {}) {
    const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
    await givePassword(h, eva)
    await rememberSession(h, eva.email, PASSWORD)
    const kim = await h.aPortalUser(await h.aCustomer({ orgId }))
    const { at } = openLink(h, await linkFor(h, kim), options)
    const question = `Du är inloggad som Eva Ek (${eva.email}). Vill du logga ut och fortsätta som ${kim.email}?`
    expect(await screen.findByText(question)).toBeTruthy()
    expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
    return { eva, kim, at, user: userEvent.setup() }
  }

  test('A-522: the link still asks after a reload, and a second link replaces it', async () => {
    const { eva, kim } = await openAsAnother()
    await closeApp()
    await rememberSession(h, eva.email, PASSWORD)
    open(h, '/nytt-losenord')
    expect(await screen.findByText(new RegExp(`fortsätta som ${kim.email}`))).toBeTruthy()
    const lo = await h.aPortalUser(await h.aCustomer({ orgId }))
    window.location.hash = new URL(await linkFor(h, lo)).hash
    expect(await screen.findByText(new RegExp(`fortsätta som ${lo.email}`))).toBeTruthy()
    expect(window.location.hash).toBe('')
    expect([await liveSessionsOf(eva), await isUnused(h, kim), await isUnused(h, lo)]).toEqual([2, true, true])
  })

  test('A-514: on confirmation the old session ends on the server before the new one begins', async () => {
    const { eva, kim, at, user } = await openAsAnother()
    expect(await liveSessionsOf(eva)).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Logga ut och fortsätt' }))
    // The question also shows Kim's name.
    await waitFor(async () => expect(await liveSessionsOf(eva)).toBe(0))
    expect(await screen.findByText(kim.email)).toBeTruthy()
    expect(await isUnused(h, kim)).toBe(true)
    await choose(NEXT)
    expect(await screen.findByText('Portalen')).toBeTruthy()
    expect(at()).toBe('/customer-portal')
  })

  test('A-523: without contact with the server nothing ends, and a retry continues', async () => {
    let isCut = true
    const fetch = meddling(h, ({ path }) => (path === '/auth/v1/logout' && isCut ? lostConnection() : undefined))
    const { eva, kim, user } = await openAsAnother({ fetch })
    await user.click(screen.getByRole('button', { name: 'Logga ut och fortsätt' }))
    expect(await screen.findByText('Kunde inte logga ut')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Vill du byta konto?' })).toBeTruthy()
    expect([storedSession() !== null, await liveSessionsOf(eva), await isUnused(h, kim)]).toEqual([true, 1, true])
    isCut = false
    await user.click(screen.getByRole('button', { name: 'Logga ut och fortsätt' }))
    expect(await screen.findByLabelText('Nytt lösenord')).toBeTruthy()
    expect(await liveSessionsOf(eva)).toBe(0)
  })

  test('A-514: on cancel the session continues and the link stays unused', async () => {
    const { eva, kim, user } = await openAsAnother()
    await user.click(screen.getByRole('link', { name: 'Avbryt' }))
    expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
    expect(await liveSessionsOf(eva)).toBe(1)
    expect(await isUnused(h, kim)).toBe(true)
  })

  test('a person’s own link asks nothing', async () => {
    const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
    await givePassword(h, eva)
    await rememberSession(h, eva.email, PASSWORD)
    openLink(h, await linkFor(h, eva))
    expect(await screen.findByText(`Eva Ek (${eva.email})`)).toBeTruthy()
    await choose(NEXT)
    expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
  })
})

test('A-515: only the holder of a valid link sees its owner; spent and made-up ones reveal none', async () => {
  const kim = await h.aPortalUser(await h.aCustomer({ orgId }))
  const link = await linkFor(h, kim)
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
  await linkFor(h, kim)
  await expect(call(auth.linkOwner, { body: { token } })).rejects.toMatchObject(spent)
})
