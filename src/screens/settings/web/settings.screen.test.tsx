// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appPaths } from '#app/browser/paths.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { LINK, openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { settingsPages } from './settings-pages.tsx'

const PATH = '/backoffice/settings/e-post'

let h: Harness
let technician: Person
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(async () => {
  await closeApp()
  await h.test.superuser.query('delete from stored_mail')
})
afterAll(() => h.stop())

async function keepMail() {
  const mailer = openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
  const make = () => Promise.reject(new Error('a link was made'))
  await mailer.send({
    orgId,
    to: technician.email,
    subject: 'Välj ett nytt lösenord',
    text: `Hej!\n\n${LINK}\n`,
    link: { userId: technician.userId, purpose: 'recovery', make },
  })
  await mailer.send({ orgId, to: 'kim@example.se', subject: '[#1001] WiFi nere', text: 'Vi kommer i morgon.' })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('Inställningar opens the company details form; each other page has an address in its menu', async () => {
  const { user, at } = await openBackOffice(h, admin, '/backoffice/settings')
  expect(await screen.findByRole('heading', { level: 1, name: 'Inställningar' })).toBeTruthy()
  expect(await screen.findByRole('form', { name: 'Företaget' })).toBeTruthy()
  const menu = within(screen.getByRole('navigation', { name: 'Inställningar' }))
  expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    settingsPages.map(({ path }) => path),
  )
  for (const { path, label } of settingsPages) {
    await user.click(
      within(screen.getByRole('navigation', { name: 'Inställningar' })).getByRole('link', { name: label }),
    )
    await waitFor(() => expect(at()).toBe(path))
    expect(appPaths).toContain(path)
    // The pages Utseende and Avtal have a heading for each of their parts.
    const heading = { Utseende: 'Logotyp', Avtal: 'Villkor' }[label] ?? label
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeTruthy()
    expect(screen.getByRole('link', { name: label, current: 'page' })).toBeTruthy()
  }
})

test('a technician reads the company details, and that stored mail is for administrators', async () => {
  const { router } = await openBackOffice(h, technician, '/backoffice/settings')
  expect(await screen.findByText('Bara administratörer kan ändra uppgifterna.')).toBeTruthy()
  expect(screen.getByText('30 dagar netto', { selector: 'dd' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  const menu = within(screen.getByRole('navigation', { name: 'Inställningar' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Företaget',
    'På webbplatsen',
    'Utseende',
    'Jour',
    'Färdiga svar',
  ])
  await router.navigate(PATH)
  expect(await screen.findByText('Bara administratörer ser e-postservern och sparade mejl.')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Sparade mejl' })).toBeNull()
})

test('an administrator sees that mail is stored, and that there is none yet', async () => {
  await openBackOffice(h, admin, PATH)
  expect(await screen.findByText('Inga sparade mejl')).toBeTruthy()
  expect(screen.getByText(/Ingen e-postserver är inställd/)).toBeTruthy()
})

test('stored mail is listed newest first and can be opened; only mail with a link has a button for it', async () => {
  await keepMail()
  const { user } = await openBackOffice(h, admin, PATH)
  const table = await screen.findByRole('table', { name: 'Sparade mejl' })
  await within(table).findByText('kim@example.se')
  const headers = within(table).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Datum', 'Till', 'Ämne', 'Åtgärder'])
  const subjects = within(table).getAllByText(/WiFi nere|nytt lösenord/)
  expect(subjects.map(({ textContent }) => textContent)).toEqual(['[#1001] WiFi nere', 'Välj ett nytt lösenord'])
  await user.click(await button(/^Visa ”\[#1001\] WiFi nere”/))
  const dialog = await screen.findByRole('dialog', { name: '[#1001] WiFi nere' })
  expect(within(dialog).getByText('Vi kommer i morgon.')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Visa länk' })).toBeNull()
})

test('a link is not part of the text: it is created on request, shown once and copied', async () => {
  await keepMail()
  const { user } = await openBackOffice(h, admin, PATH)
  const open = async () => {
    await user.click(await button(/^Visa ”Välj ett nytt lösenord”/))
    return screen.findByRole('dialog', { name: 'Välj ett nytt lösenord' })
  }
  const dialog = await open()
  expect(within(dialog).getByText(/\[Länken visas inte här\]/)).toBeTruthy()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  await user.click(await button('Visa länk'))
  const field = await screen.findByRole('textbox', { name: 'Länk' })
  expect((field as HTMLInputElement).value).toMatch(
    /^https:\/\/support\.nordnat\.se\/nytt-losenord#token=[\w-]{43}&type=recovery$/,
  )
  await user.click(await button('Kopiera'))
  expect(await screen.findByText('Länken är kopierad')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe((field as HTMLInputElement).value)
  await user.click(await button('Stäng'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(await open()).queryByRole('textbox')).toBeNull()
})

test('a failure to create a link is shown, and can be retried', async () => {
  await keepMail()
  let posts = 0
  const fetch = meddling(h, ({ method, path }) =>
    method === 'POST' && path.endsWith('/link') && ++posts === 1 ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, admin, PATH, { fetch })
  await user.click(await button(/^Visa ”Välj ett nytt lösenord”/))
  await user.click(await button('Visa länk'))
  expect(await screen.findByText('Kunde inte visa länken')).toBeTruthy()
  await user.click(await button('Visa länk'))
  expect(await screen.findByRole('textbox', { name: 'Länk' })).toBeTruthy()
})

test('a failed request for the list can be retried', async () => {
  let gets = 0
  const fetch = meddling(h, ({ path }) =>
    path === '/api/settings/mail' && ++gets === 1 ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, admin, PATH, { fetch })
  expect(await screen.findByText('Kunde inte hämta sparade mejl')).toBeTruthy()
  await user.click(await button('Försök igen'))
  expect(await screen.findByText('Inga sparade mejl')).toBeTruthy()
})
