// @vitest-environment jsdom
// Without a mail server: the toast after a new login, and the link on request.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { closeApp } from '../testing/screen.tsx'
import { givePassword, postToken } from '../testing/sign-in.ts'

const PASSWORD = 'fika-ljung-segel-4821'
const INVITED = 'Inbjudan skickad! Kunden kan nu logga in på supportportalen'

let h: Harness
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const signIn = async (email: string) => (await postToken(h, 'password', { email, password: PASSWORD })).statusCode
const linkDialog = () => screen.findByRole('dialog', { name: 'Ge personen länken' })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const madeLinks = async () =>
  (await h.test.superuser.query(`select from audit_log where action = 'link_made'`)).rowCount ?? 0

async function createUser(user: UserEvent, email: string) {
  await user.click(await button('Ny användare'))
  await user.type(await field('Namn'), 'Nina Ny')
  await user.type(await field('E-post'), email)
  await user.type(await field('Lösenord'), PASSWORD)
  await user.click(await screen.findByRole('radio', { name: /Tekniker/ }))
  await user.click(await button('Skapa användare'))
}

async function invite(user: UserEvent, email: string) {
  await user.click(await button('Bjud in'))
  await user.type(await field('E-post'), email)
  await user.type(await field('Lösenord'), PASSWORD)
  await user.click(await button('Skicka inbjudan'))
}

test('a new user gives the specified toast, no dialog and no link; the password works', async () => {
  const { user } = await openBackOffice(h, admin, '/backoffice/users')
  await createUser(user, 'nina@kund.example')
  expect(await screen.findByText('Användare skapad!')).toBeTruthy()
  await noDialog()
  expect(await madeLinks()).toBe(0)
  expect(await signIn('nina@kund.example')).toBe(200)
})

test('an invitation gives the specified toast and no dialog; the password works', async () => {
  const { id } = await h.as(admin).call(customers.create, { body: { name: 'Bjudna AB' } })
  const { user } = await openBackOffice(h, technician, `/backoffice/customers/${id}`)
  await invite(user, 'kim@bjudna.example')
  expect(await screen.findByText(INVITED)).toBeTruthy()
  await noDialog()
  expect(await madeLinks()).toBe(0)
  expect(await signIn('kim@bjudna.example')).toBe(200)
})

test('the toast’s button shows a link, also after another screen was opened', async () => {
  const { user, router } = await openBackOffice(h, admin, '/backoffice/users')
  await createUser(user, 'nils@kund.example')
  await screen.findByText('Användare skapad!')
  // The toast comes just before the dialog closes, which would ask about what was typed.
  await noDialog()
  await router.navigate('/backoffice/archive')
  await user.click(await button('Visa länk'))
  const dialog = await linkDialog()
  expect((within(dialog).getByRole('textbox', { name: 'Länk' }) as HTMLInputElement).value).toContain('#token=')
  expect(dialog.textContent).toContain('nils@kund.example')
  await user.click(within(dialog).getByRole('button', { name: 'Klar' }))
  await noDialog()
})

test('a technician gets a link for a new login from the toast and from its row', async () => {
  const { id } = await h.as(admin).call(customers.create, { body: { name: 'Länkade AB' } })
  const { user } = await openBackOffice(h, technician, `/backoffice/customers/${id}`)
  await invite(user, 'lo@lankade.example')
  await user.click(await button('Visa länk'))
  await user.click(within(await linkDialog()).getByRole('button', { name: 'Klar' }))
  await noDialog()
  await user.click(await button('Ny länk: lo@lankade.example'))
  expect((await linkDialog()).textContent).toContain('lo@lankade.example')
})
