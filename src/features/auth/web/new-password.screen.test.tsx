// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lostConnection, meddling } from '#screens/back-office/testing/app.tsx'
import { queryClient } from '#shared/web/query-client.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { passwordTooShort } from '../password.rules.ts'
import { makeFirstLink } from '../server/first-admin.ts'
import { choose, isUnused, linkFor, open, openLink } from '../testing/password-page.tsx'
import { closeApp, rememberSession, storedSession } from '../testing/screen.tsx'
import { endBrowserSessions, givePassword, PASSWORD } from '../testing/sign-in.ts'

const NEXT = 'en helt annan fras'

let h: Harness
let orgId: string
let firstLink: string
beforeAll(async () => {
  h = await startHarness()
  firstLink = (await makeFirstLink({ database: h.database, appUrl: 'http://localhost', orgName: 'Nordnät AB' })) ?? ''
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(async () => {
  await closeApp()
  window.history.replaceState(null, '', '/')
})
afterAll(() => h.stop())

test('the first administrator is created by the printed link, even if the response is lost', async () => {
  let isCut = true
  const fetch = meddling(h, ({ path }, pass) => {
    if (path !== '/api/first-admin' || !isCut) return undefined
    return pass().then((response) => {
      isCut = !response.ok
      return response.ok ? lostConnection() : response
    })
  })
  const { at } = openLink(h, firstLink, { fetch })
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Namn'), 'Anna Berg')
  await user.type(screen.getByLabelText('E-post'), ' Anna@Nordnat.se ')
  await user.type(screen.getByLabelText('Lösenord'), 'nordnät2026')
  await user.click(screen.getByRole('button', { name: 'Kom igång' }))
  expect(await screen.findByText(/för lätt att gissa/)).toBeTruthy()
  await user.clear(screen.getByLabelText('Lösenord'))
  await user.type(screen.getByLabelText('Lösenord'), NEXT)
  await user.click(screen.getByRole('button', { name: 'Kom igång' }))
  expect(await screen.findByText('Kunde inte skapa användare')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Kom igång' }))
  expect(await screen.findByText('Backoffice för Anna Berg')).toBeTruthy()
  expect(at()).toBe('/backoffice')
  orgId = (await h.test.superuser.query('select id from organizations')).rows[0].id
})

test('an invited customer sees why a weak password is refused, and reaches the portal', async () => {
  const kund = await h.aPortalUser(await h.aCustomer({ orgId, name: 'Kund AB' }))
  const { at } = openLink(h, await linkFor(h, kund))
  await choose('abcde')
  expect(await screen.findByText(passwordTooShort())).toBeTruthy()
  expect(window.location.hash).toBe('')
  await choose('lösenord123')
  expect(await screen.findByText('Lösenordet är för vanligt. Välj ett annat.')).toBeTruthy()
  expect([await isUnused(h, kund), storedSession()]).toEqual([true, null])
  await choose(NEXT)
  expect(await screen.findByText('Portalen')).toBeTruthy()
  expect(at()).toBe('/customer-portal')
})

test('without link and session the page shows where to go', async () => {
  open(h, '/nytt-losenord')
  expect(await screen.findByRole('heading', { name: 'Länken är ofullständig' })).toBeTruthy()
})

test('a person who must change the password gets the form, and then the portal', async () => {
  const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
  await givePassword(h, eva)
  await h.test.superuser.query('update auth.users set must_change_password = true where id = $1', [eva.userId])
  await rememberSession(h, eva.email, PASSWORD)
  const { at } = open(h, '/backoffice')
  expect(await screen.findByRole('heading', { name: 'Välj ett nytt lösenord' })).toBeTruthy()
  expect(at()).toBe('/nytt-losenord')
  await choose(PASSWORD)
  expect(await screen.findByText('Välj ett annat lösenord än det du har')).toBeTruthy()
  await choose(NEXT)
  expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
})

describe('A-526: while the required change is on the screen', () => {
  async function openRequired(kind: 'staff' | 'customer') {
    const person =
      kind === 'staff'
        ? await h.aTechnician({ orgId, fullName: 'Eva Ek' })
        : await h.aPortalUser(await h.aCustomer({ orgId }))
    await givePassword(h, person)
    await setDue(person, true)
    await rememberSession(h, person.email, PASSWORD)
    const { at } = open(h, '/nytt-losenord')
    expect(await screen.findByText(/Ditt lösenord är satt av någon annan/)).toBeTruthy()
    return { person, at }
  }
  const setDue = ({ userId }: Person, isDue: boolean) =>
    h.test.superuser.query('update auth.users set must_change_password = $2 where id = $1', [userId, isDue])

  test('a change in another tab lets this one continue when it is focused', async () => {
    const { person } = await openRequired('staff')
    await setDue(person, false)
    await queryClient.invalidateQueries({ queryKey: ['me'] })
    expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
  })

  test.each([
    ['staff', '/auth'],
    ['customer', '/customer-login'],
  ] as const)('a session of %s that ends elsewhere leads to the login', async (kind, login) => {
    const { person, at } = await openRequired(kind)
    await endBrowserSessions(h, person)
    await choose(NEXT)
    await waitFor(() => expect(at()).toBe(login))
  })
})

const descriptionOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

test('long after sign-in the current password is required, with an error at its field', async () => {
  const eva = await h.aTechnician({ orgId, fullName: 'Eva Ek' })
  await givePassword(h, eva)
  await rememberSession(h, eva.email, PASSWORD)
  await h.test.superuser.query(`update auth.sessions set authenticated_at = now() - interval '1 hour'`)
  open(h, '/nytt-losenord')
  await choose(NEXT)
  const user = userEvent.setup()
  const current = await screen.findByLabelText('Nuvarande lösenord')
  expect(descriptionOf(current)).toBe('Ange ditt nuvarande lösenord också')
  expect(document.activeElement).toBe(current)
  await user.type(current, 'fel lösenord')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  await waitFor(() => expect(descriptionOf(current)).toBe('Det nuvarande lösenordet stämmer inte'))
  expect(document.activeElement).toBe(current)
  await user.clear(current)
  await user.type(current, PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(await screen.findByText('Backoffice för Eva Ek')).toBeTruthy()
})
