// @vitest-environment jsdom
// Who has a second factor, on the pages where an administrator resets it.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword, PASSWORD } from '#features/auth/testing/sign-in.ts'
import { ageProofs, giveApp } from '#features/auth/testing/totp.ts'
import { users } from '#features/users/users.contract.ts'
import { openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const PAGE = '/backoffice/users'
const DONE = 'Tvåstegsinloggningen är återställd'

let h: Harness
let orgId: string
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const row = (name: RegExp) => screen.findByRole('row', { name })
const button = (name: string) => screen.findByRole('button', { name })
const openMenu = async (user: UserEvent, fullName: string) => user.click(await button(`Fler åtgärder för ${fullName}`))
const reset = (who: string) => `Återställ tvåstegsinloggning för ${who}`
const factorsOf = async ({ userId }: Person) =>
  (await h.test.superuser.query('select from auth.factors where user_id = $1', [userId])).rowCount

test('an administrator sees who has a second factor, and resets it after a proof', async () => {
  await giveApp(h, technician)
  const { user } = await openBackOffice(h, admin, PAGE)
  expect((await row(/Tove Teknik/)).textContent).toContain(`App sedan ${todayInStockholm()}`)
  expect((await row(/Ada Admin/)).textContent).toContain('Saknas')
  await openMenu(user, 'Ada Admin')
  expect(screen.queryByRole('button', { name: /^Återställ/ })).toBeNull()
  await ageProofs(h)
  await openMenu(user, 'Tove Teknik')
  await user.click(await button(reset('Tove Teknik')))
  const question = await screen.findByRole('alertdialog', { name: 'Återställa tvåstegsinloggningen?' })
  expect(question.textContent).toMatch(/Tove Teknik loggas ut överallt.*API-nycklar.*varsitt mejl/)
  await user.click(within(question).getByRole('button', { name: 'Återställ' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Bekräfta att det är du' }))
  await user.type(await proof.findByLabelText('Ditt lösenord'), PASSWORD)
  await user.click(proof.getByRole('button', { name: 'Bekräfta' }))
  expect(await screen.findByText(DONE)).toBeTruthy()
  await waitFor(async () => expect((await row(/Tove Teknik/)).textContent).toContain('Saknas'))
  expect(await factorsOf(technician)).toBe(0)
  await openMenu(user, 'Tove Teknik')
  expect(await button('Ny länk till Tove Teknik')).toBeTruthy()
  expect(screen.queryByRole('button', { name: reset('Tove Teknik') })).toBeNull()
})

test('whoever declines the proof changes nothing, and meets no error', async () => {
  await giveApp(h, technician)
  const { user } = await openBackOffice(h, admin, PAGE)
  await ageProofs(h)
  await openMenu(user, 'Tove Teknik')
  await user.click(await button(reset('Tove Teknik')))
  await user.click(await button('Återställ'))
  const proof = within(await screen.findByRole('dialog', { name: 'Bekräfta att det är du' }))
  await user.click(proof.getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Bekräfta att det är du' })).toBeNull())
  expect(screen.queryByText('Kunde inte återställa tvåstegsinloggningen')).toBeNull()
  expect(await factorsOf(technician)).toBe(1)
})

test('A-715: technicians are not told which colleagues lack a second factor', async () => {
  await giveApp(h, admin)
  const told = await h.as(technician).call(users.list, {})
  expect(told.map(({ factorTypes, factorSince }) => [factorTypes, factorSince])).toEqual([
    [null, null],
    [null, null],
  ])
  const { user } = await openBackOffice(h, technician, PAGE)
  await openMenu(user, 'Ada Admin')
  expect(screen.queryByText('Tvåstegsinloggning')).toBeNull()
  expect(screen.queryByRole('button', { name: reset('Ada Admin') })).toBeNull()
})

test('a portal login is reset on the customer’s page, by administrators', async () => {
  const customer = await h.aCustomer({ orgId })
  const login = await h.aPortalUser(customer)
  await giveApp(h, login)
  const page = `/backoffice/customers/${customer.id}`
  const name = `Återställ tvåstegsinloggning: ${login.email}`
  const { user: other } = await openBackOffice(h, technician, page)
  await openMenu(other, login.email)
  expect(problemOf(await button(name))).toBe('Bara administratörer kan återställa tvåstegsinloggningen')
  await closeApp()
  const { user } = await openBackOffice(h, admin, page)
  const logins = within(await screen.findByRole('table', { name: 'Inloggningar i portalen' }))
  expect(await logins.findByText('Tvåsteg: app')).toBeTruthy()
  await openMenu(user, login.email)
  await user.click(await button(name))
  const question = await screen.findByRole('alertdialog', { name: 'Återställa tvåstegsinloggningen?' })
  expect(question.textContent).not.toContain('API-nycklar')
  await user.click(within(question).getByRole('button', { name: 'Återställ' }))
  expect(await screen.findByText(DONE)).toBeTruthy()
  await waitFor(() => expect(logins.queryByText(/Tvåsteg/)).toBeNull())
  expect(screen.queryByRole('button', { name: `Fler åtgärder för ${login.email}` })).toBeNull()
  expect(await factorsOf(login)).toBe(0)
})
