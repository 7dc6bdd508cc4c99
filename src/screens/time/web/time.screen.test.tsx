// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { time } from '#features/time/time.contract.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const TIME = '/backoffice/time'
const today = todayInStockholm()

let h: Harness
let technician: Person & { fullName: string }
let colleague: Person & { fullName: string }
let admin: Person & { fullName: string }
let organizationless: Person
let customer: { id: string; name: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId: org.id, fullName: 'Kalle Kollega' })
  admin = await h.anAdmin({ orgId: org.id, fullName: 'Ada Admin' })
  organizationless = await h.aTechnician({ orgId: null })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  for (const person of [technician, admin, organizationless]) await givePassword(h, person)
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterEach(closeApp)
afterEach(() => vi.unstubAllGlobals())
afterAll(() => h.stop())

const log = (values: object = {}, person: Person = technician) =>
  h.as(person).call(time.create, {
    body: { customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30', ...values },
  })
const report = (id: string) =>
  h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [id])
const logged = async () => (await h.as(admin).call(time.list, { query: { reported: 'true' } })).rows

const form = () => within(screen.getByRole('form', { name: 'Ny tidrad' }))
const field = (name: string) => form().getByLabelText(name, { selector: 'input, textarea, select' })

type Typed = Record<'date' | 'from' | 'to' | 'text', string>

async function chooseCustomer(user: UserEvent) {
  await user.click(field('Kund'))
  await user.paste('Åke')
  await user.click(await screen.findByRole('option', { name: 'Åkeriet AB' }))
}

async function write(user: UserEvent, { date, from, to, text }: Typed) {
  await screen.findByRole('form', { name: 'Ny tidrad' })
  await chooseCustomer(user)
  await user.click(field('Datum'))
  await user.paste(date)
  await user.click(field('Från'))
  await user.paste(from)
  await user.click(field('Till'))
  await user.paste(to)
  await user.click(field('Beskrivning'))
  await user.paste(text)
}

const save = (user: UserEvent) => user.click(form().getByRole('button', { name: 'Spara' }))

async function fill(user: UserEvent, typed: Typed) {
  await write(user, typed)
  await save(user)
}

const sound = { date: '2026-11-20', from: '08:00', to: '0930', text: 'Bytt switch' }

describe('an error of the server is shown at its field, and the input is retained', () => {
  test.each([
    ['a time that the spring night skips', { date: '2026-03-29', from: '02:30' }, 'Från', /Klockslaget finns inte/],
    ['a date more than a year ahead', { date: addDays(today, 400) }, 'Datum', /mellan 2000-01-01 och ett år framåt/],
    ['a date before the century', { date: '1999-12-31' }, 'Datum', /mellan 2000-01-01 och ett år framåt/],
    ['equal times', { to: '08:00' }, 'Till', /Sluttiden kan inte vara samma som starttiden/],
  ])('%s', async (_name, values, name, message) => {
    const { user } = await openBackOffice(h, technician, TIME)
    const typed = { ...sound, ...values }
    await fill(user, typed)
    await waitFor(() => expect(problemOf(field(name))).toMatch(message))
    expect(field('Datum')).toHaveProperty('value', typed.date)
    expect(field('Från')).toHaveProperty('value', typed.from)
    expect(field('Beskrivning')).toHaveProperty('value', typed.text)
    expect(await logged()).toEqual([])
  })
})

test('a saved entry is in the list, and the next one starts where it ended', async () => {
  const { user } = await openBackOffice(h, technician, TIME)
  await fill(user, sound)
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Bytt switch/ })).textContent).toContain('08:00–09:30')
  expect(field('Från')).toHaveProperty('value', '09:30')
  expect(field('Beskrivning')).toHaveProperty('value', '')
  expect(field('Datum')).toHaveProperty('value', '2026-11-20')
})

test('after a lost response the input is retained, and saving again creates one entry', async () => {
  let isLost = true
  const fetch = meddling(h, ({ method, path }, pass) =>
    method === 'POST' && path === '/api/time' && isLost ? pass().then(lostConnection) : undefined,
  )
  const { user } = await openBackOffice(h, technician, TIME, { fetch })
  await fill(user, sound)
  expect(await screen.findByText(/Kunde inte spara tidrad: Ingen kontakt med servern/)).toBeTruthy()
  expect(field('Beskrivning')).toHaveProperty('value', 'Bytt switch')
  isLost = false
  await user.click(form().getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
  expect(await logged()).toHaveLength(1)
})

test('when the session ends while typing, the entry is restored after the sign-in', async () => {
  const { user } = await openBackOffice(h, technician, TIME)
  await write(user, sound)
  await endBrowserSessions(h, technician)
  await save(user)
  await signIn(technician)
  await waitFor(() => expect(field('Från')).toHaveProperty('value', '08:00'))
  await waitFor(() => expect(field('Kund')).toHaveProperty('value', 'Åkeriet AB'))
  await save(user)
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
  expect(await logged()).toMatchObject([{ timeTo: '09:30', description: 'Bytt switch' }])
})

test('a technician cannot choose a technician', async () => {
  await openBackOffice(h, technician, TIME)
  expect(await screen.findByRole('form', { name: 'Ny tidrad' })).toBeTruthy()
  expect(form().queryByText('Tekniker')).toBeNull()
})

test('an administrator logs time for another technician, preselected for the next entry', async () => {
  const { user } = await openBackOffice(h, admin, TIME)
  await screen.findByRole('form', { name: 'Ny tidrad' })
  await screen.findByRole('option', { name: colleague.fullName })
  await user.selectOptions(field('Tekniker'), colleague.fullName)
  await fill(user, sound)
  expect((await screen.findByRole('row', { name: /Bytt switch/ })).textContent).toContain('Kalle Kollega')
  expect(field('Tekniker')).toHaveProperty('value', colleague.userId)
})

test('a copy has today’s date and no technician, and a toast says what to do', async () => {
  await log({ description: 'Bytt switch', notes: 'Nyckel i kassaskåpet', workDate: '2026-10-01' }, colleague)
  const { user } = await openBackOffice(h, admin, TIME)
  await user.click(await screen.findByRole('button', { name: 'Kopiera rad' }))
  expect(await screen.findByText('Tidrad kopierad - justera datum och spara')).toBeTruthy()
  expect(field('Kund')).toHaveProperty('value', 'Åkeriet AB')
  expect(field('Datum')).toHaveProperty('value', today)
  expect(field('Från')).toHaveProperty('value', '08:00')
  expect(field('Till')).toHaveProperty('value', '10:30')
  expect(field('Beskrivning')).toHaveProperty('value', 'Bytt switch')
  expect(field('Notering')).toHaveProperty('value', 'Nyckel i kassaskåpet')
  expect(field('Tekniker')).toHaveProperty('value', '')
  await user.click(form().getByRole('button', { name: 'Spara' }))
  await screen.findByText('Tidrad sparad!')
  expect((await logged()).map((row) => row.technician.fullName)).toEqual(['Ada Admin', 'Kalle Kollega'])
})

const disabledReason = (row: HTMLElement, name: string) => {
  const control = within(row).getByRole('button', { name })
  if (control.getAttribute('aria-disabled') !== 'true') return undefined
  return document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
}

test('a reported row has its buttons disabled with a reason; another technician’s row can be copied', async () => {
  const reported = await log({ description: 'Rapporterat' })
  await report(reported.id)
  await log({ description: 'Kollegans' }, colleague)
  await openBackOffice(h, technician, `${TIME}?reported=true`)
  const row = await screen.findByRole('row', { name: /Rapporterat/ })
  for (const name of ['Kopiera rad', 'Ändra rad', 'Ta bort rad']) {
    expect(disabledReason(row, name)).toBe('Tidraden är rapporterad')
  }
  const other = screen.getByRole('row', { name: /Kollegans/ })
  expect(disabledReason(other, 'Kopiera rad')).toBeUndefined()
  expect(disabledReason(other, 'Ändra rad')).toBe('Bara teknikern eller en administratör kan göra det')
  expect(disabledReason(other, 'Ta bort rad')).toBe('Bara teknikern eller en administratör kan göra det')
})

test('reported rows are shown on request, which is stored in the URL', async () => {
  await report((await log({ description: 'Rapporterat' })).id)
  await log({ description: 'Aktivt' })
  const { user, at } = await openBackOffice(h, technician, TIME)
  await screen.findByRole('row', { name: /Aktivt/ })
  expect(screen.queryByRole('row', { name: /Rapporterat/ })).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Visa rapporterade' }))
  expect(await screen.findByRole('row', { name: /Rapporterat/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /Summa/ }).textContent).toContain('2 tidrader')
  expect(at()).toBe(`${TIME}?reported=true`)
})

test('a phone opens on the user’s rows, a wide screen on all; either shows the other on request', async () => {
  await log({ description: 'Mitt' })
  await log({ description: 'Kollegans' }, colleague)
  const { user, at } = await openBackOffice(h, technician, TIME)
  expect(await screen.findByRole('row', { name: /Kollegans/ })).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: 'Bara mina' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Kollegans/ })).toBeNull())
  expect(await screen.findByRole('row', { name: /Mitt/ })).toBeTruthy()
  expect(at()).toBe(`${TIME}?who=me`)
  await closeApp()

  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 40rem)' }))
  const phone = await openBackOffice(h, technician, TIME)
  expect(await screen.findByRole('row', { name: /Mitt/ })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Kollegans/ })).toBeNull()
  expect(screen.getByRole('row', { name: /Summa/ }).textContent).toContain('1 tidrad')
  await phone.user.click(screen.getByRole('switch', { name: 'Bara mina' }))
  expect(await screen.findByRole('row', { name: /Kollegans/ })).toBeTruthy()
  expect(phone.at()).toBe(`${TIME}?who=all`)
})

test('after a conflict the current row is shown, and saving again replaces it', async () => {
  const entry = await log({ description: 'Från början' })
  const { user } = await openBackOffice(h, technician, TIME)
  await user.click(await screen.findByRole('button', { name: 'Ändra rad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
  await user.clear(dialog.getByRole('textbox', { name: 'Beskrivning' }))
  await user.paste('Min text')
  const { workDate, timeFrom, timeTo, version } = entry
  const theirs = { customerId: customer.id, workDate, timeFrom, timeTo, description: 'Deras text', version }
  await h.as(admin).call(time.change, { params: { id: entry.id }, body: theirs })
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Deras text')
  expect(dialog.getByRole('textbox', { name: 'Beskrivning' })).toHaveProperty('value', 'Min text')
  await user.click(dialog.getByRole('button', { name: 'Spara min version' }))
  expect(await screen.findByText('Tidrad uppdaterad!')).toBeTruthy()
  expect((await logged())[0]).toMatchObject({ description: 'Min text', version: version + 2 })
})

test('a removed row can be restored', async () => {
  await log({ description: 'Bytt switch' })
  const { user } = await openBackOffice(h, technician, TIME)
  await user.click(await screen.findByRole('button', { name: 'Ta bort rad' }))
  expect(await screen.findByText('Tidrad borttagen')).toBeTruthy()
  expect(await screen.findByText('Inga tidrader')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  expect(await screen.findByRole('row', { name: /Bytt switch/ })).toBeTruthy()
})

test('staff without an organization see a message before they type', async () => {
  await openBackOffice(h, organizationless, TIME)
  expect((await screen.findByRole('alert')).textContent).toBe('Du måste vara kopplad till en organisation')
  const save = form().getByRole('button', { name: 'Spara' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
})

test('loading more rows does not change the total', async () => {
  await h.test.superuser.query(
    `insert into time_entries (id, org_id, user_id, customer_id, created_by, work_date, time_from, time_to)
     select gen_random_uuid(), $1, $2, $3, $2, date '2026-11-20' - n, '08:00', '09:00' from generate_series(1, 60) n`,
    [customer.orgId, technician.userId, customer.id],
  )
  const { user } = await openBackOffice(h, technician, TIME)
  const sum = await screen.findByRole('row', { name: /Summa/ })
  expect(sum.textContent).toContain('60 tidrader')
  expect(sum.textContent).toContain('60,00')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Kopiera rad' })).toHaveLength(50))
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Kopiera rad' })).toHaveLength(60))
  expect(screen.getByRole('row', { name: /Summa/ }).textContent).toContain('60 tidrader')
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('a list that cannot be loaded shows an error below the form', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ method, path }) =>
    method === 'GET' && path === '/api/time' && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, TIME, { fetch })
  expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta data')
  expect(form().getByRole('button', { name: 'Spara' })).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Inga tidrader')).toBeTruthy()
})
