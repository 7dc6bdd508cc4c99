// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMailServer } from '#platform/mail/testing/mail-server.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { closeApp } from '../testing/screen.tsx'
import { givePassword, PASSWORD } from '../testing/sign-in.ts'

const PATH = '/backoffice/konto'
const MAIL = '/backoffice/settings/e-post'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

let h: Harness
let technician: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  await givePassword(h, technician)
  // Leaves only the sessions of the test.
  await h.test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1', [technician.userId])
})
afterEach(closeApp)
afterAll(() => h.stop())

const signInElsewhere = () =>
  h.app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    headers: { 'user-agent': FIREFOX },
    payload: { email: technician.email, password: PASSWORD },
  })
const live = async () =>
  (
    await h.test.superuser.query('select from auth.sessions where user_id = $1 and ended_at is null', [
      technician.userId,
    ])
  ).rowCount
const devices = async () => within(await screen.findByRole('table', { name: 'Mina enheter' }))

test('one’s own devices are listed by name, with the current one marked', async () => {
  await signInElsewhere()
  await openBackOffice(h, technician, PATH)
  const table = await devices()
  const other = await table.findByRole('row', { name: /Firefox på Linux/ })
  expect(other.textContent).not.toContain('den här')
  expect(table.getByText('den här')).toBeTruthy()
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Webbläsare',
    'Inloggad',
    'Senast använd',
    'Åtgärder',
  ])
})

test('a device is signed out and removed from the list', async () => {
  await signInElsewhere()
  const { user } = await openBackOffice(h, technician, PATH)
  await user.click(await screen.findByRole('button', { name: 'Logga ut Firefox på Linux' }))
  expect(await screen.findByText('Enheten är utloggad')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Firefox på Linux')).toBeNull())
  expect(await live()).toBe(1)
  expect(screen.queryByRole('button', { name: 'Logga ut alla andra' })).toBeNull()
})

test('all other devices are signed out with one press', async () => {
  await signInElsewhere()
  await signInElsewhere()
  const { user } = await openBackOffice(h, technician, PATH)
  await user.click(await screen.findByRole('button', { name: 'Logga ut alla andra' }))
  expect(await screen.findByText('Alla andra enheter är utloggade')).toBeTruthy()
  expect(await live()).toBe(1)
})

test('a failed sign-out of a device is shown', async () => {
  await signInElsewhere()
  const fetch = meddling(h, ({ method }) => (method === 'DELETE' ? Promise.resolve(brokenAnswer()) : undefined))
  const { user } = await openBackOffice(h, technician, PATH, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Logga ut Firefox på Linux' }))
  expect(await screen.findByText('Kunde inte logga ut enheten')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Logga ut alla andra' }))
  expect(await screen.findByText('Kunde inte logga ut enheterna')).toBeTruthy()
  expect(await live()).toBe(2)
})

test('a failed request for the devices can be retried', async () => {
  let gets = 0
  const fetch = meddling(h, ({ path }) =>
    path === '/api/settings/sessions' && ++gets === 1 ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, PATH, { fetch })
  expect(await screen.findByText('Kunde inte hämta dina enheter')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('den här')).toBeTruthy()
})

test('the account page opens from the name in the menu, and says whom to contact', async () => {
  const { user, at } = await openBackOffice(h, technician, '/backoffice')
  await user.click(await screen.findByRole('link', { name: /, ditt konto$/ }))
  await waitFor(() => expect(at()).toBe(PATH))
  expect(await screen.findByRole('heading', { level: 1, name: 'Ditt konto' })).toBeTruthy()
  expect(screen.getByText('Be en administratör om namnet, e-posten eller rollen är fel.')).toBeTruthy()
  expect(screen.getByText('Tekniker', { selector: 'dd' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /, ditt konto$/, current: 'page' })).toBeTruthy()
})

test('one’s own password is changed on the account page', async () => {
  await openBackOffice(h, technician, PATH)
  expect((await screen.findByRole('link', { name: 'Byt lösenord' })).getAttribute('href')).toBe('/nytt-losenord')
})

const pressTestMail = async (on: Harness, options: { fetch?: typeof fetch } = {}) => {
  const admin = await on.anAdmin({ orgId: (await on.anOrganization()).id })
  await givePassword(on, admin)
  const { user } = await openBackOffice(on, admin, MAIL, options)
  await user.click(await screen.findByRole('button', { name: 'Skicka testmejl' }))
  return admin
}

test('without a mail server the test mail is stored and shown in the list', async () => {
  await pressTestMail(h)
  expect(await screen.findByText('Testmejl sparat')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Testmejl från Stödpunkt/ })).toBeTruthy()
})

test('with a mail server the test mail is sent and the result shown', async () => {
  const server = await aMailServer()
  const sending = await startHarness({ smtpUrl: server.url })
  const { email } = await pressTestMail(sending)
  expect(await screen.findByText('Testmejl skickat')).toBeTruthy()
  expect(screen.getByText(`E-postservern tog emot mejlet till ${email}.`)).toBeTruthy()
  await closeApp()
  await sending.stop()
  await server.stop()
})

test('an unreachable mail server is reported', async () => {
  const sending = await startHarness({ smtpUrl: 'smtp://127.0.0.1:1' })
  await pressTestMail(sending)
  expect(await screen.findByText('Kunde inte skicka testmejl')).toBeTruthy()
  expect(screen.getByText('Det gick inte att nå e-postservern. Kontrollera adressen i SMTP_URL.')).toBeTruthy()
  await closeApp()
  await sending.stop()
})
