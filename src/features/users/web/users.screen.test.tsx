// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { passwordTooShort } from '#features/auth/password.rules.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword, postToken } from '#features/auth/testing/sign-in.ts'
import { onCall } from '#features/on-call/on-call.contract.ts'
import { daysText, onCallDay } from '#features/on-call/on-call.rules.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import {
  brokenAnswer,
  chosenIn,
  lostConnection,
  meddling,
  openBackOffice,
  problemOf,
} from '#screens/back-office/testing/app.tsx'
import { addDays } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { users } from '../users.contract.ts'

const PAGE = '/backoffice/users'
const PASSWORD = 'fika-ljung-segel-4821'
const ONLY_ADMINS = 'Bara administratörer kan göra det här'

let h: Harness
let orgId: string
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  for (const person of [technician, admin]) await givePassword(h, person)
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterEach(closeApp)
afterAll(() => h.stop())

const aUser = (fullName: string, role: 'admin' | 'technician' = 'technician') =>
  h.as(admin).call(users.create, {
    body: { email: `${uuidv7()}@example.se`, password: PASSWORD, fullName, role, mustChange: false },
  })
const findUser = async (id: string) => (await h.as(technician).call(users.list, {})).find((user) => user.id === id)
const signIn = async (email: string, password: string) =>
  (await postToken(h, 'password', { email, password })).statusCode
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const openMenu = async (user: UserEvent, fullName: string) => user.click(await button(`Fler åtgärder för ${fullName}`))
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const row = (name: RegExp) => screen.findByRole('row', { name })
/** Makes the matching request fail with a server error. */
const failing = (end: string) =>
  meddling(h, ({ path, method }) =>
    method !== 'GET' && path.endsWith(end) ? Promise.resolve(brokenAnswer()) : undefined,
  )

test('the table lists the staff and marks the signed-in person', async () => {
  await openBackOffice(h, technician, PAGE)
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(heads).toEqual(['Namn', 'E-post', 'Roll', 'Skapad', 'Status', 'Åtgärder'])
  expect((await row(/Tove Teknik/)).textContent).toMatch(
    /Tove Teknik \(du\).*@example\.se.*Tekniker.*\d{4}-\d\d-\d\d.*Aktiv/,
  )
  expect((await row(/Ada Admin/)).textContent).toMatch(/Ada Admin(?! \(du\)).*Administratör/)
})

test('A-43: for a technician all but the own password is disabled, with the reason', async () => {
  const { user } = await openBackOffice(h, technician, PAGE)
  const expectDisabled = async (name: string) => {
    const off = await button(name)
    expect([name, off.getAttribute('aria-disabled'), problemOf(off)]).toEqual([name, 'true', ONLY_ADMINS])
    await user.click(off)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  for (const name of ['Ny användare', 'Ändra Ada Admin']) await expectDisabled(name)
  await openMenu(user, 'Ada Admin')
  for (const act of ['Byt roll för', 'Byt lösenord för', 'Inaktivera']) await expectDisabled(`${act} Ada Admin`)
  await openMenu(user, 'Tove Teknik')
  await expectDisabled('Byt roll för Tove Teknik')
  await user.click(await screen.findByRole('link', { name: 'Byt ditt lösenord' }))
  expect(await screen.findByRole('heading', { name: 'Välj ett nytt lösenord' })).toBeTruthy()
})

test('an administrator adds a user with a suggested password, who can sign in with it', async () => {
  const { user } = await openBackOffice(h, admin, PAGE)
  await user.click(await button('Ny användare'))
  const email = `${uuidv7()}@example.se`
  await user.type(await field('Namn'), 'Nina Ny')
  await user.type(await field('E-post'), email)
  await user.click(await button('Föreslå lösenord'))
  const { value: password } = await field('Lösenord')
  expect(
    await screen.findByRole('checkbox', { name: 'Måste byta lösenord vid första inloggning', checked: true }),
  ).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: /Tekniker/ }))
  await user.click(await button('Skapa användare'))
  expect(await screen.findByText('Användare skapad!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await row(/Nina Ny/)).textContent).toMatch(/Tekniker.*Aktiv/)
  expect(await signIn(email, password)).toBe(200)
})

test('A-16: missing fields and a short password are shown in a toast and at the fields', async () => {
  const { user } = await openBackOffice(h, admin, PAGE)
  await user.click(await button('Ny användare'))
  await user.click(await button('Skapa användare'))
  expect(await screen.findAllByText('Fyll i alla fält')).toHaveLength(1)
  for (const [name, problem] of [
    ['Namn', 'Ange namn'],
    ['E-post', 'Ange e-postadress'],
    ['Lösenord', 'Ange lösenord'],
  ] as const)
    expect(problemOf(await field(name)), name).toContain(problem)
  expect(screen.getByText('Välj en roll')).toBeTruthy()
  await user.type(await field('Namn'), 'Nina Ny')
  await user.type(await field('E-post'), 'nina@example.se')
  await user.type(await field('Lösenord'), 'abcde')
  await user.click(await screen.findByRole('radio', { name: /Tekniker/ }))
  await user.click(await button('Skapa användare'))
  expect(problemOf(await field('Lösenord'))).toContain(passwordTooShort())
  await waitFor(() => expect(screen.getAllByText(passwordTooShort())).toHaveLength(2))
  expect((await h.as(admin).call(users.list, {})).some(({ email }) => email === 'nina@example.se')).toBe(false)
})

test('A-15: a taken address leaves the input; a lost response creates no second user', async () => {
  let posts = 0
  const fetch = meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || path !== '/api/users') return undefined
    posts += 1
    return posts === 2 ? pass().then(lostConnection) : undefined
  })
  const { user } = await openBackOffice(h, admin, PAGE, { fetch })
  await user.click(await button('Ny användare'))
  await user.type(await field('Namn'), 'Omar Om')
  await user.type(await field('E-post'), technician.email)
  await user.type(await field('Lösenord'), PASSWORD)
  await user.click(await screen.findByRole('radio', { name: /Administratör/ }))
  await user.click(await button('Skapa användare'))
  expect(await screen.findByText('Kunde inte skapa användare')).toBeTruthy()
  expect(problemOf(await field('E-post'))).toContain('En användare med denna e-postadress finns redan')
  expect((await field('Lösenord')).value).toBe(PASSWORD)
  await user.clear(await field('E-post'))
  await user.type(await field('E-post'), `${uuidv7()}@example.se`)
  await user.click(await button('Skapa användare'))
  expect(await screen.findByText(/Ingen kontakt med servern/)).toBeTruthy()
  await user.click(await button('Skapa användare'))
  expect(await screen.findByText('Användare skapad!')).toBeTruthy()
  expect((await h.as(admin).call(users.list, {})).filter(({ fullName }) => fullName === 'Omar Om')).toHaveLength(1)
})

test('a role is changed', async () => {
  const { id } = await aUser('Rut Roll')
  const { user } = await openBackOffice(h, admin, PAGE)
  await openMenu(user, 'Rut Roll')
  await user.click(await button('Byt roll för Rut Roll'))
  await user.click(await screen.findByRole('radio', { name: /Administratör/ }))
  await user.click(await button('Spara rollen'))
  expect(await screen.findByText('Roll uppdaterad')).toBeTruthy()
  await waitFor(async () => expect((await row(/Rut Roll/)).textContent).toContain('Administratör'))
  expect(await findUser(id)).toMatchObject({ role: 'admin' })
})

test('A-50: changing one’s own role is confirmed; the last administrator cannot', async () => {
  const of = (await h.anOrganization()).id
  const boss = await h.anAdmin({ orgId: of, fullName: 'Bo Boss' })
  await givePassword(h, boss)
  const { user } = await openBackOffice(h, boss, PAGE)
  const giveUp = async () => {
    await openMenu(user, 'Bo Boss')
    await user.click(await button('Byt roll för Bo Boss'))
    await user.click(await screen.findByRole('radio', { name: /Tekniker/ }))
    await user.click(await button('Spara rollen'))
    return screen.findByRole('alertdialog', { name: 'Byta din egen roll?' })
  }
  await user.click(within(await giveUp()).getByRole('button', { name: 'Byt min roll' }))
  expect(await screen.findByText('Kunde inte uppdatera roll')).toBeTruthy()
  expect(await screen.findByText(/Det måste alltid finnas en aktiv administratör/)).toBeTruthy()
  await user.click(await button('Avbryt'))
  await user.click(await button('Stäng ändå'))
  await h.anAdmin({ orgId: of, fullName: 'Två' })
  await user.click(within(await giveUp()).getByRole('button', { name: 'Byt min roll' }))
  expect(await screen.findByText('Roll uppdaterad')).toBeTruthy()
  await waitFor(async () => expect(problemOf(await button('Ny användare'))).toBe(ONLY_ADMINS))
})

test('setting a person’s password ends their sessions', async () => {
  const { email, fullName } = await aUser('Lova Lösen')
  const { user } = await openBackOffice(h, admin, PAGE)
  await openMenu(user, fullName)
  await user.click(await button(`Byt lösenord för ${fullName}`))
  expect(await screen.findByRole('checkbox', { checked: true })).toBeTruthy()
  await user.type(await field('Lösenord'), 'abcde')
  await user.click(await button('Spara lösenordet'))
  await waitFor(async () => expect(problemOf(await field('Lösenord'))).toContain(passwordTooShort()))
  await user.clear(await field('Lösenord'))
  await user.type(await field('Lösenord'), 'ett nytt lösenord')
  await user.click(await button('Spara lösenordet'))
  expect(await screen.findByText('Lösenord uppdaterat!')).toBeTruthy()
  expect(await signIn(email, PASSWORD)).toBe(400)
  expect(await signIn(email, 'ett nytt lösenord')).toBe(200)
})

test('the coming days of jour are told before a person is deactivated', async () => {
  const { id, fullName } = await aUser('Jonna Jour')
  const today = onCallDay(new Date())
  const days = [2, 3, 4, 200].map((ahead) => addDays(today, ahead))
  await h.as(admin).call(onCall.fill, { body: { days, people: [technician.userId, id], seen: [] } })
  const { user } = await openBackOffice(h, admin, PAGE)
  await openMenu(user, fullName)
  await user.click(await button(`Inaktivera ${fullName}`))
  const question = await screen.findByRole('alertdialog', { name: `Inaktivera ${fullName}` })
  await waitFor(() => expect(question.textContent).toContain(`Har jour 4 dagar: ${daysText(days)}.`))
  expect(within(question).getByRole('link', { name: 'Jour' }).getAttribute('href')).toBe('/backoffice/settings/jour')
})

test('a deactivated person leaves the pickers but not the filter, and can be reactivated', async () => {
  const { id, email } = await aUser('Sven Slutar')
  const customer = await h.aCustomer({ orgId })
  await h
    .as(technician)
    .call(tickets.create, { body: { title: 'Kvar', description: 'x', customerId: customer.id, assignedTo: id } })
  const { user, router } = await openBackOffice(h, admin, PAGE)
  await openMenu(user, 'Sven Slutar')
  await user.click(await button('Inaktivera Sven Slutar'))
  const question = await screen.findByRole('alertdialog', { name: 'Inaktivera Sven Slutar' })
  expect(question.textContent).toContain('Tid, ärenden och planerade besök finns kvar.')
  expect(question.textContent).not.toContain('jour')
  await user.click(within(question).getByRole('button', { name: 'Inaktivera' }))
  expect(await screen.findByText('Användare inaktiverad')).toBeTruthy()
  await waitFor(async () => expect((await row(/Sven Slutar/)).textContent).toContain('Inaktiv'))
  expect(await signIn(email, PASSWORD)).toBe(400)
  expect((await h.as(admin).call(users.names, {})).find((person) => person.id === id)?.isActive).toBe(false)
  await openMenu(user, 'Sven Slutar')
  expect(problemOf(await button('Byt lösenord för Sven Slutar'))).toBe('Användaren är inaktiv. Aktivera den först.')

  await router.navigate(`/backoffice/tickets?assignee=${id}`)
  expect(await screen.findByRole('link', { name: /Kvar/ })).toBeTruthy()
  await waitFor(async () => expect(await chosenIn('Ansvarig')).toBe('Sven Slutar (inaktiv)'))

  await router.navigate(PAGE)
  await openMenu(user, 'Sven Slutar')
  await user.click(await button('Aktivera Sven Slutar'))
  expect(await screen.findByText('Användare aktiverad igen')).toBeTruthy()
  await waitFor(async () => expect((await row(/Sven Slutar/)).textContent).not.toContain('Inaktiv'))
  expect(await signIn(email, PASSWORD)).toBe(200)
})

test('a deactivated person’s time entry still shows the name when it is changed', async () => {
  const { id, fullName } = await aUser('Tilde Tid')
  const { id: customerId } = await h.aCustomer({ orgId })
  const day = { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' }
  await h.as(admin).call(time.create, { body: { customerId, userId: id, ...day } })
  await h.as(admin).call(users.deactivate, { params: { id } })
  const { user } = await openBackOffice(h, admin, `/backoffice/time?customerId=${customerId}`)
  await user.click(await button('Ändra rad'))
  await screen.findByRole('dialog', { name: 'Ändra tidrad' })
  expect(await chosenIn('Tekniker')).toContain(fullName)
})

test('administrators cannot deactivate themselves', async () => {
  const { user } = await openBackOffice(h, admin, PAGE)
  await openMenu(user, 'Ada Admin')
  const off = await button('Inaktivera Ada Admin')
  expect(problemOf(off)).toBe('Du kan inte inaktivera dig själv. Be en annan administratör.')
})

test('name and e-mail are changed; a taken address is an error at its field', async () => {
  const { id } = await aUser('Nora Namn')
  const { user } = await openBackOffice(h, admin, PAGE)
  await user.click(await button('Ändra Nora Namn'))
  await user.clear(await field('Namn'))
  await user.type(await field('Namn'), 'Nora Nytt')
  await user.clear(await field('E-post'))
  await user.type(await field('E-post'), technician.email)
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kunde inte uppdatera användaren')).toBeTruthy()
  expect(problemOf(await field('E-post'))).toContain('En användare med denna e-postadress finns redan')
  await user.clear(await field('E-post'))
  await user.type(await field('E-post'), 'nora.nytt@example.se')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Användare uppdaterad!')).toBeTruthy()
  expect((await row(/Nora Nytt/)).textContent).toContain('nora.nytt@example.se')
  expect(await findUser(id)).toMatchObject({ fullName: 'Nora Nytt', email: 'nora.nytt@example.se' })
})

test('failures are shown with their reason', async () => {
  const { fullName } = await aUser('Fia Fel')
  const open = async (end: string) => (await openBackOffice(h, admin, PAGE, { fetch: failing(end) })).user
  const expectFailure = async (title: string) => {
    expect(await screen.findByText(title)).toBeTruthy()
    expect(await screen.findByText('Något gick fel hos oss')).toBeTruthy()
    await closeApp()
  }
  let user = await open('/role')
  await openMenu(user, fullName)
  await user.click(await button(`Byt roll för ${fullName}`))
  await user.click(await screen.findByRole('radio', { name: /Administratör/ }))
  await user.click(await button('Spara rollen'))
  await expectFailure('Kunde inte uppdatera roll')
  user = await open('/password')
  await openMenu(user, fullName)
  await user.click(await button(`Byt lösenord för ${fullName}`))
  await user.click(await button('Föreslå lösenord'))
  await user.click(await button('Spara lösenordet'))
  await expectFailure('Kunde inte uppdatera lösenord')
  user = await open('/deactivate')
  await openMenu(user, fullName)
  await user.click(await button(`Inaktivera ${fullName}`))
  await user.click(await button('Inaktivera'))
  await expectFailure('Kunde inte inaktivera användaren')
})

test('a failed request for the list can be retried', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    isBroken && path === '/api/users' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, PAGE, { fetch })
  expect(await screen.findByText('Kunde inte hämta användare')).toBeTruthy()
  isBroken = false
  await user.click(await button('Försök igen'))
  expect(await row(/Ada Admin/)).toBeTruthy()
})
