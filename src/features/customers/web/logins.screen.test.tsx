// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { passwordTooShort } from '#features/auth/password.rules.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword, postToken } from '#features/auth/testing/sign-in.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customers } from '../customers.contract.ts'
import { logins } from '../logins.contract.ts'

const LIST = '/backoffice/customers'
const PASSWORD = 'fika-ljung-segel-4821'
const SENT = 'Inbjudan skickad! Kunden kan nu logga in på supportportalen'

let h: Harness
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  for (const person of [technician, admin]) await givePassword(h, person)
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(closeApp)
afterAll(() => h.stop())

const aCustomer = (name: string, email: string | null = null) =>
  h.as(admin).call(customers.create, { body: { name, email } })
const aLogin = (customer: { id: string }, fields: object = {}) =>
  h.as(technician).call(logins.invite, {
    params: { id: customer.id },
    body: { email: `${uuidv7()}@example.se`, password: PASSWORD, ...fields },
  })
const loginsOf = ({ id }: { id: string }) => h.as(admin).call(logins.list, { params: { id } })
const signIn = async (email: string, password: string) =>
  (await postToken(h, 'password', { email, password })).statusCode
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const pageOf = ({ id }: { id: string }) => `${LIST}/${id}`

test('a customer is invited with a suggested password and can sign in with it at once', async () => {
  const customer = await aCustomer('Anders Åkeri', 'info@anders.example')
  const { user } = await openBackOffice(h, technician, `${LIST}?search=Anders`)
  expect(await screen.findByRole('columnheader', { name: 'Portal invite' })).toBeTruthy()
  await user.click(await button('Bjud in Anders Åkeri'))
  const dialog = await screen.findByRole('dialog', { name: 'Bjud in till portalen' })
  expect(dialog.textContent).toContain('Anders Åkeri')
  expect((await field('E-post')).value).toBe('info@anders.example')
  await user.click(await button('Föreslå lösenord'))
  const passwordField = await field('Lösenord')
  expect(passwordField.type).toBe('text')
  const { value: password } = passwordField
  await user.type(await field('Namn'), 'Anna Berg')
  await user.click(await button('Skicka inbjudan'))
  expect(await screen.findByText(SENT)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await loginsOf(customer)).toMatchObject([{ email: 'info@anders.example', fullName: 'Anna Berg' }])
  expect((await screen.findByRole('link', { name: '1 inloggning för Anders Åkeri' })).getAttribute('href')).toBe(
    pageOf(customer),
  )
  expect(screen.queryByRole('button', { name: 'Bjud in Anders Åkeri' })).toBeNull()
  expect(await signIn('info@anders.example', password)).toBe(200)
})

test('A-16: missing and weak input has an error at its field, from form and server', async () => {
  const customer = await aCustomer('Bergs Bageri')
  const { user } = await openBackOffice(h, technician, pageOf(customer))
  await user.click(await button('Bjud in'))
  await user.click(await button('Skicka inbjudan'))
  await waitFor(async () => expect(problemOf(await field('E-post'))).toContain('Ange en giltig e-postadress'))
  expect(problemOf(await field('Lösenord'))).toContain('Ange ett lösenord')
  await user.type(await field('E-post'), 'anna@bergs.example')
  await user.type(await field('Lösenord'), 'abcde')
  await waitFor(async () => expect(problemOf(await field('Lösenord'))).toContain(passwordTooShort()))
  await user.clear(await field('Lösenord'))
  await user.type(await field('Lösenord'), 'lösenord123')
  await user.click(await button('Skicka inbjudan'))
  expect(await screen.findByText('Kunde inte skicka inbjudan')).toBeTruthy()
  expect(problemOf(await field('Lösenord'))).toContain('Lösenordet är för vanligt. Välj ett annat.')
  await user.click(await button('Föreslå lösenord'))
  await waitFor(async () => expect(problemOf(await field('Lösenord'))).not.toContain('för vanligt'))
  await user.click(await button('Skicka inbjudan'))
  expect(await screen.findByText(SENT)).toBeTruthy()
})

test('A-15: a taken address has an error at its field, and the input remains', async () => {
  const customer = await aCustomer('Cykelverkstan')
  const { user } = await openBackOffice(h, technician, pageOf(customer))
  await user.click(await button('Bjud in'))
  await user.type(await field('E-post'), admin.email)
  await user.type(await field('Lösenord'), PASSWORD)
  await user.click(await button('Skicka inbjudan'))
  expect(await screen.findByText('Kunde inte skicka inbjudan')).toBeTruthy()
  expect(problemOf(await field('E-post'))).toContain('En användare med denna e-postadress finns redan')
  expect((await field('Lösenord')).value).toBe(PASSWORD)
  expect(await loginsOf(customer)).toEqual([])
})

test('a retry after a lost response creates no second login', async () => {
  const customer = await aCustomer('Dagab')
  let posts = 0
  const fetch = meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || path !== `/api/customers/${customer.id}/logins`) return undefined
    posts += 1
    return posts === 1 ? pass().then(lostConnection) : undefined
  })
  const { user } = await openBackOffice(h, technician, pageOf(customer), { fetch })
  await user.click(await button('Bjud in'))
  await user.type(await field('E-post'), 'dan@dagab.example')
  await user.type(await field('Lösenord'), PASSWORD)
  await user.click(await button('Skicka inbjudan'))
  expect(await screen.findByText(/Ingen kontakt med servern/)).toBeTruthy()
  await user.click(await button('Skicka inbjudan'))
  expect(await screen.findByText(SENT)).toBeTruthy()
  expect(await loginsOf(customer)).toHaveLength(1)
})

test('the customer’s page lists its logins; one is revoked after confirmation and reopened', async () => {
  const customer = await aCustomer('Ekströms Åkeri')
  const anna = await aLogin(customer, { email: 'anna@ek.example', fullName: 'Anna Ek' })
  await aLogin(customer, { email: 'bo@ek.example' })
  expect(await signIn(anna.email, PASSWORD)).toBe(200)
  const { user } = await openBackOffice(h, technician, pageOf(customer))
  const row = (email: string) => screen.findByRole('row', { name: new RegExp(email) })
  expect((await row('anna@ek.example')).textContent).toMatch(/Anna Ek.*\d{4}-\d\d-\d\d \d\d:\d\d.*Aktiv/)
  expect((await row('bo@ek.example')).textContent).toMatch(/inloggad-SerHela företagetStatusAktiv/)
  await user.click(await button('Återkalla: anna@ek.example'))
  const question = await screen.findByRole('alertdialog', { name: 'Återkalla inloggning' })
  await user.click(within(question).getByRole('button', { name: 'Avbryt' }))
  expect(await signIn(anna.email, PASSWORD)).toBe(200)
  await user.click(await button('Återkalla: anna@ek.example'))
  await user.click(await button('Återkalla'))
  expect(await screen.findByText('Inloggning återkallad')).toBeTruthy()
  await waitFor(async () => expect((await row('anna@ek.example')).textContent).toContain('Återkallad'))
  expect(await signIn(anna.email, PASSWORD)).toBe(400)
  expect(screen.queryByRole('button', { name: 'Ny länk: anna@ek.example' })).toBeNull()
  await user.click(await button('Öppna igen: anna@ek.example'))
  expect(await screen.findByText('Inloggning öppnad igen')).toBeTruthy()
  expect(await button('Ny länk: anna@ek.example')).toBeTruthy()
  expect(await signIn(anna.email, PASSWORD)).toBe(200)
})

test('a new link is sent with one press', async () => {
  const customer = await aCustomer('Fiskboden')
  const { id, email } = await aLogin(customer)
  const { user } = await openBackOffice(h, technician, pageOf(customer))
  await user.click(await button(`Ny länk: ${email}`))
  expect(await screen.findByText('Ny länk skickad')).toBeTruthy()
  const { rows } = await h.test.superuser.query(
    `select payload from ${queuedJobs} where payload ->> 'userId' = $1 order by id`,
    [id],
  )
  expect(rows.map(({ payload }) => payload.isAgain)).toEqual([false, true])
})

test('only administrators can set a password, to be changed unless unticked', async () => {
  const customer = await aCustomer('Glasmästarn')
  const { email } = await aLogin(customer)
  const name = `Nytt lösenord: ${email}`
  const technicianScreen = await openBackOffice(h, technician, pageOf(customer))
  const off = await button(name)
  expect(off.getAttribute('aria-disabled')).toBe('true')
  expect(problemOf(off)).toBe('Bara administratörer kan byta lösenord åt en kund')
  await technicianScreen.user.click(off)
  expect(screen.queryByRole('dialog')).toBeNull()
  await closeApp()

  const { user } = await openBackOffice(h, admin, pageOf(customer))
  await user.click(await button(name))
  expect(await screen.findByRole('checkbox', { checked: true })).toBeTruthy()
  await user.type(await field('Lösenord'), 'ett nytt lösenord')
  await user.click(await button('Spara lösenordet'))
  expect(await screen.findByText('Lösenord uppdaterat!')).toBeTruthy()
  const isDue = async () =>
    (await h.test.superuser.query('select must_change_password from auth.users where email = $1', [email])).rows
  expect(await isDue()).toEqual([{ must_change_password: true }])
  expect(await signIn(email, 'ett nytt lösenord')).toBe(200)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await button(name))
  await user.click(await screen.findByRole('checkbox'))
  await user.click(await button('Föreslå lösenord'))
  const { value: suggested } = await field('Lösenord')
  await user.click(await button('Spara lösenordet'))
  await waitFor(async () => expect(await signIn(email, suggested)).toBe(200))
  expect(await isDue()).toEqual([{ must_change_password: false }])
})

test('a failed action shows the error', async () => {
  const customer = await aCustomer('Hantverkarna')
  const { email } = await aLogin(customer)
  const fetch = meddling(h, ({ path }) => (path.endsWith('/link') ? Promise.resolve(brokenAnswer()) : undefined))
  const { user } = await openBackOffice(h, technician, pageOf(customer), { fetch })
  await user.click(await button(`Ny länk: ${email}`))
  expect(await screen.findByText('Kunde inte skicka en ny länk')).toBeTruthy()
  expect(await screen.findByText('Något gick fel hos oss')).toBeTruthy()
})

test('a customer that could not be fetched is refetched on request', async () => {
  const customer = await aCustomer('Isbolaget')
  const { email } = await aLogin(customer)
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    isBroken && path.endsWith('/screen') ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, pageOf(customer), { fetch })
  expect(await screen.findByText('Kunde inte hämta kunddata')).toBeTruthy()
  isBroken = false
  await user.click(await button('Försök igen'))
  const table = await screen.findByRole('table', { name: 'Inloggningar i portalen' })
  expect(await within(table).findByText(email)).toBeTruthy()
})

test('an archived customer cannot be invited, and the page shows that its portal is closed', async () => {
  const [empty, used] = [await aCustomer('Järnhandeln'), await aCustomer('Järnverket')]
  const { email } = await aLogin(used)
  await h.test.superuser.query(`begin; set local app.role = 'admin';
    update customers set archived_at = now() where id in ('${empty.id}', '${used.id}'); commit`)
  await openBackOffice(h, technician, pageOf(empty))
  expect(await screen.findByText('Portalen är stängd så länge kunden är arkiverad.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Bjud in/ })).toBeNull()
  await closeApp()
  const { router } = await openBackOffice(h, technician, pageOf(used))
  expect((await button(`Ny länk: ${email}`)).getAttribute('aria-disabled')).toBe('true')
  await router.navigate(`${LIST}?archived=true&search=Järn`)
  expect(await screen.findByRole('link', { name: 'Järnverket' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Bjud in/ })).toBeNull()
})
