// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { apiKeys } from '../api-keys.contract.ts'
import { anApiKey } from '../testing/an-api-key.ts'

const PATH = '/backoffice/konto'
const SETTINGS = '/backoffice/settings/api-nycklar'

let h: Harness
let orgId: string
let technician: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

const table = async () => within(await screen.findByRole('table', { name: 'API-nycklar' }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const listOf = (person: Person) => h.as(person).call(apiKeys.listOwn, {})

test('a key is made, shown once with a button that copies it, and works', async () => {
  const { user } = await openBackOffice(h, technician, PATH)
  expect(await screen.findByText('Inga nycklar')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ny nyckel' }))
  const form = await dialog('Ny API-nyckel')
  await user.type(form.getByRole('textbox', { name: 'Namn' }), 'Lönesystemet')
  await user.click(form.getByRole('checkbox', { name: /^Tid/ }))
  await user.click(form.getByRole('radio', { name: 'Ett år' }))
  await user.click(form.getByRole('button', { name: 'Skapa nyckel' }))
  const shown = await dialog('Nyckeln är skapad')
  const { value } = shown.getByRole<HTMLInputElement>('textbox', { name: 'API-nyckel' })
  expect(value).toMatch(/^sp_/)
  expect((await h.as({ ...technician, token: value }).call(customers.list, { query: {} })).rows).toEqual([])
  await user.click(shown.getByRole('button', { name: 'Kopiera' }))
  expect(await screen.findByText('Nyckeln är kopierad')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(value)
  await user.click(shown.getByRole('button', { name: 'Klar' }))
  const row = await (await table()).findByRole('row', { name: /Lönesystemet/ })
  expect(row.textContent).toContain('Läsa, Tid')
  expect(document.body.innerHTML).not.toContain(value)
  expect(await listOf(technician)).toMatchObject([{ name: 'Lönesystemet', scopes: ['read', 'time'] }])
})

test('a key needs a name and something that it may do', async () => {
  const { user } = await openBackOffice(h, technician, PATH)
  await user.click(await screen.findByRole('button', { name: 'Ny nyckel' }))
  const form = await dialog('Ny API-nyckel')
  await user.click(form.getByRole('checkbox', { name: /^Läsa/ }))
  await user.click(form.getByRole('button', { name: 'Skapa nyckel' }))
  expect(await form.findByText('Ange ett namn')).toBeTruthy()
  expect(form.getByText('Välj vad nyckeln får göra')).toBeTruthy()
  expect(await listOf(technician)).toEqual([])
})

test('a key is revoked after a confirmation, and a failure is shown', async () => {
  await anApiKey(h, technician)
  let isBroken = true
  const fetch = meddling(h, ({ method }) =>
    method === 'DELETE' && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, PATH, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Återkalla Lönesystemet' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Återkalla Lönesystemet?' }))
  await user.click(question.getByRole('button', { name: 'Återkalla' }))
  expect(await screen.findByText('Kunde inte återkalla nyckeln')).toBeTruthy()
  expect(await listOf(technician)).toHaveLength(1)
  isBroken = false
  await user.click(question.getByRole('button', { name: 'Återkalla' }))
  expect(await screen.findByText('Nyckeln är återkallad')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Lönesystemet')).toBeNull())
  expect(await listOf(technician)).toEqual([])
})

test('an expired key is marked', async () => {
  const { keyId } = await anApiKey(h, technician)
  const expire = `update api_keys set created_at = now() - interval '9 days', expires_at = now() where id = $1`
  await h.test.superuser.query(expire, [keyId])
  await openBackOffice(h, technician, PATH)
  expect(await (await table()).findByText('Har gått ut')).toBeTruthy()
})

test('administrators see whose keys there are, and revoke them; technicians are told that they do not', async () => {
  await anApiKey(h, technician)
  await openBackOffice(h, technician, SETTINGS)
  expect(
    await screen.findByText('Bara administratörer ser allas API-nycklar. Dina egna finns under Ditt konto.'),
  ).toBeTruthy()
  await closeApp()
  const admin = await h.anAdmin({ orgId })
  await givePassword(h, admin)
  const { user } = await openBackOffice(h, admin, SETTINGS)
  const row = await (await table()).findByRole('row', { name: /Lönesystemet/ })
  expect(row.textContent).toContain('Tove Teknik')
  await user.click(await screen.findByRole('button', { name: 'Återkalla Lönesystemet' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Återkalla' }))
  expect(await screen.findByText('Inga nycklar')).toBeTruthy()
  expect(await listOf(technician)).toEqual([])
})
