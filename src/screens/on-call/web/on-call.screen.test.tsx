// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { onCall } from '#features/on-call/on-call.contract.ts'
import { daysText, onCallDay } from '#features/on-call/on-call.rules.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { addDays } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const PAGE = '/backoffice/settings/jour'
const today = onCallDay(new Date())

let h: Harness
let orgId: string
let ada: Person
let anna: Person
let bo: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  ada = await h.anAdmin({ orgId, fullName: 'Ada Alm' })
  anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  for (const person of [ada, anna, bo]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

/** As an administrator who sees the days as they are. */
async function fill(days: string[], ...people: Person[]) {
  const seen = (await list()).map(({ day, people }) => ({ day, people: people.map(({ id }) => id) }))
  await h.as(ada).call(onCall.fill, { body: { days, people: people.map(({ userId }) => userId), seen } })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const list = () => h.as(ada).call(onCall.days, { query: { from: today, to: addDays(today, 60) } })

test('an administrator fills a week at once, for whoever is called first and then', async () => {
  const { user } = await openBackOffice(h, ada, PAGE)
  expect(await screen.findByText(/Den är ingen tidsredovisning enligt arbetstidslagen\./)).toBeTruthy()
  expect(screen.queryByText(/Ingen har jour \d+ dag/)).toBeNull()
  await screen.findAllByRole('option', { name: 'Anna Berg' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Larmas först' }), 'Anna Berg')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sedan' }), 'Bo Ek')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Jouren är sparad')).toBeTruthy()
  await waitFor(async () => expect(await list()).toHaveLength(7))
  expect((await list()).at(-1)).toMatchObject({
    day: addDays(today, 6),
    people: [{ fullName: 'Anna Berg' }, { fullName: 'Bo Ek' }],
  })
  expect(await screen.findByText('Ingen har jour 23 dagar av de närmaste 30')).toBeTruthy()
  // The frame says it too.
  expect((await screen.findAllByRole('link', { name: /Jour: Anna Berg, sedan Bo Ek/ })).length).toBeGreaterThan(0)
})

test('a day that is pressed is filled in the form; the same person twice is refused beside the field', async () => {
  await fill([addDays(today, 1)], bo)
  const { user } = await openBackOffice(h, ada, PAGE)
  await user.click(await button(/Bo Ek/))
  const first = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Larmas först' })
  await waitFor(() => expect(first.selectedOptions[0]?.textContent).toBe('Bo Ek'))
  expect(await screen.findByText(/1 dag i perioden har redan någon/)).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sedan' }), 'Bo Ek')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Välj någon annan, efter den som larmas först')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sedan' }), 'Ingen')
  await user.selectOptions(first, 'Ingen')
  await user.click(await button('Spara'))
  await waitFor(async () => expect(await list()).toEqual([]))
})

test('saved at once the form empties no day; people that were chosen stay for another day', async () => {
  await fill([addDays(today, 1)], bo)
  const { user } = await openBackOffice(h, ada, PAGE)
  await user.click(await button('Spara'))
  expect(await screen.findByText('Välj vem som larmas först, eller Ingen')).toBeTruthy()
  expect(await list()).toHaveLength(1)
  const first = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Larmas först' })
  await screen.findAllByRole('option', { name: 'Anna Berg' })
  await user.selectOptions(first, 'Anna Berg')
  for (const day of [/Bo Ek/, /fyll i veckan/]) {
    const [pressed] = await screen.findAllByRole('button', { name: day })
    await user.click(pressed as HTMLElement)
    expect(first.selectedOptions[0]?.textContent).toBe('Anna Berg')
    expect(document.activeElement).toBe(first)
  }
})

test('the page says whether jour is not used or only not planned, and an administrator ends its use', async () => {
  const insert = `insert into on_call_days values ($1, '2025-05-01', 1, $2)`
  await h.test.superuser.query(insert, [orgId, anna.userId])
  const { user } = await openBackOffice(h, ada, PAGE)
  expect(
    await screen.findByText(/^Ingen jour är planerad sedan 1 maj 2025\. Den som .* får veta att ingen har jour\.$/),
  ).toBeTruthy()
  await user.click(await button('Sluta använda jour'))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(await dialog.findByRole('button', { name: 'Sluta använda jour' }))
  expect(
    await screen.findByText(/^Jouren används inte: ingen larmas\. Den som .* återkommer omedelbart\.$/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sluta använda jour' })).toBeNull()
  await closeApp()
  await fill([addDays(today, 3)], anna)
  await openBackOffice(h, bo, PAGE)
  expect(await screen.findByText(/^Ingen har jour nu\. Den som .* får veta att ingen har jour\.$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sluta använda jour' })).toBeNull()
})

test('who saves after somebody else is told what stands now, loses nothing, and saves it anyway', async () => {
  const { user } = await openBackOffice(h, ada, PAGE)
  const first = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Larmas först' })
  await screen.findAllByRole('option', { name: 'Anna Berg' })
  await user.selectOptions(first, 'Anna Berg')
  await fill([addDays(today, 1), addDays(today, 2)], bo)
  // That the roster below shows it already is not enough.
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Bo Ek/ })).toHaveLength(2))
  await user.click(await button('Spara'))
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText('Någon annan hann ändra jouren. Så här står den nu:')).toBeTruthy()
  const changed = notice.getByText(daysText([addDays(today, 1), addDays(today, 2)]))
  expect(changed.nextElementSibling?.textContent).toBe('Bo Ek')
  expect(await list()).toMatchObject([{ people: [{ fullName: 'Bo Ek' }] }, { people: [{ fullName: 'Bo Ek' }] }])
  expect(first.selectedOptions[0]?.textContent).toBe('Anna Berg')
  await user.click(await button('Spara min version'))
  expect(await screen.findByText('Jouren är sparad')).toBeTruthy()
  expect(await list()).toHaveLength(7)
  expect(screen.queryByRole('alert')).toBeNull()
  // What was saved here is seen.
  await user.selectOptions(first, 'Bo Ek')
  await user.click(await button('Spara'))
  await waitFor(async () => expect((await list())[6]).toMatchObject({ people: [{ fullName: 'Bo Ek' }] }))
})

test('a technician reads the roster and fills nothing', async () => {
  await fill([today], anna)
  await openBackOffice(h, bo, PAGE)
  const card = within(await screen.findByRole('region', { name: 'Jour' }))
  expect((await card.findAllByText('Anna Berg')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('form', { name: 'Fyll i dagar' })).toBeNull()
  expect(screen.queryByRole('button', { name: /fyll i veckan/ })).toBeNull()
})

test('a technician of a company without jour reads who fills it in, and no days', async () => {
  await openBackOffice(h, bo, PAGE)
  expect(await screen.findByText('En administratör fyller i vem som larmas, dag för dag.')).toBeTruthy()
  expect(screen.queryByText('Ingen')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Senare veckor/ })).toBeNull()
})

test('a roster that cannot be read says so, and can be tried again', async () => {
  await fill([today], anna)
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    isBroken && path === '/api/on-call/days' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, bo, PAGE, { fetch })
  expect(await screen.findByText('Kunde inte hämta jouren')).toBeTruthy()
  isBroken = false
  await user.click(await button('Försök igen'))
  expect((await screen.findAllByText('Ingen')).length).toBeGreaterThan(20)
})

test('administrators see on the Dashboard that days ahead have nobody, others do not', async () => {
  await fill([today], anna)
  await openBackOffice(h, ada, '/backoffice')
  expect(await screen.findByText('Ingen har jour 29 dagar av de närmaste 30')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Till Jour' }).getAttribute('href')).toBe(PAGE)
  await closeApp()
  await openBackOffice(h, bo, '/backoffice')
  await screen.findAllByRole('link', { name: /Jour: Anna Berg/ })
  expect(screen.queryByText(/Ingen har jour 29/)).toBeNull()
})

test('that nobody has jour is said where a roster is kept, also that something urgent waits', async () => {
  await openBackOffice(h, bo, '/backoffice')
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(screen.queryByText('Ingen har jour nu')).toBeNull()
  await closeApp()
  await fill([addDays(today, 3)], anna)
  await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  await openBackOffice(h, bo, '/backoffice')
  expect((await screen.findAllByText('Ingen har jour nu')).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/något akut väntar/)).length).toBeGreaterThan(0)
})

/** An alarm that has reached Anna, also several times, ten minutes apart and the last one now. */
async function alarmOf(column: 'ticket_id' | 'enquiry_id', id: string, steps = 1) {
  const insert = `insert into on_call_alarms (org_id, ${column}, steps) values ($1, $2, $3) returning id`
  const { rows } = await h.test.superuser.query(insert, [orgId, id, steps])
  await h.test.superuser.query(
    `insert into on_call_alarm_steps
     select $1, $2, step, $3, now() - make_interval(mins => 10 * ($4 - step)) from generate_series(1, $4::integer) step`,
    [orgId, rows[0].id, anna.userId, steps],
  )
}
async function anUrgentTicket(steps = 1) {
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  const body = { title: 'Kassan', description: 'x', customerId: customer.id, priority: 'urgent' as const }
  const { id } = await h.as(bo).call(tickets.create, { body })
  await alarmOf('ticket_id', id, steps)
  return id
}

test('an alarm stands on every screen, and on its ticket one takes it', async () => {
  const id = await anUrgentTicket()
  const { user } = await openBackOffice(h, bo, '/backoffice/customers')
  const link = await screen.findByRole('link', { name: /^#\d+ Kassan$/ })
  expect(link.getAttribute('href')).toBe(`/backoffice/tickets/${id}`)
  await user.click(link)
  const notice = within(await screen.findByRole('region', { name: 'Larm' }))
  expect(notice.getByText(/larmades Anna Berg$/)).toBeTruthy()
  await user.click(notice.getByRole('button', { name: 'Jag tar den' }))
  expect(await screen.findByText('Den är din')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Larm' })).toBeNull())
  expect((await h.as(bo).call(tickets.get, { params: { id } })).assignee).toMatchObject({ fullName: 'Bo Ek' })
})

const shownAlarms = () =>
  within(screen.getByRole('region', { name: 'Larm som ingen har tagit' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('the two oldest of many unanswered alarms stand on every screen, the others are shown on demand', async () => {
  const paths: string[] = []
  while (paths.length < 5) paths.push(`/backoffice/tickets/${await anUrgentTicket()}`)
  const { user } = await openBackOffice(h, bo, '/backoffice/customers')
  const toggle = await button('Visa alla')
  expect(shownAlarms()).toEqual(paths.slice(0, 2))
  expect(screen.getByText('och 3 till').textContent).toBe('och 3 till som ingen har tagit')
  toggle.focus()
  await user.keyboard('{Enter}')
  expect(shownAlarms()).toEqual(paths)
  // A colleague takes the oldest meanwhile.
  const { alarms } = (await h.as(anna).call(menuCounts.get, {})).onCall
  await h.as(anna).call(onCall.take, { params: { id: alarms[0]?.id ?? '' } })
  await waitFor(() => expect(shownAlarms()).toEqual(paths.slice(1)), { timeout: 30_000 })
  expect(document.activeElement).toBe(toggle)
  expect(toggle.textContent).toBe('Visa färre')
  await user.keyboard('{Enter}')
  expect(shownAlarms()).toEqual(paths.slice(1, 3))
  expect(document.activeElement).toBe(toggle)
  await user.keyboard('{Enter}')
  await user.click(screen.getAllByRole('link', { name: /^#\d+ Kassan$/ }).at(-1) as HTMLElement)
  await button('Jag tar den')
  expect(shownAlarms()).toEqual(paths.slice(1, 3))
  expect(screen.getByText('och 1 till')).toBeTruthy()
})

test('of many alarms the last and their count are shown, the others on demand', async () => {
  const id = await anUrgentTicket(30)
  const { user } = await openBackOffice(h, bo, `/backoffice/tickets/${id}`)
  const notice = within(await screen.findByRole('region', { name: 'Larm' }))
  expect(notice.getByText(/^\d\d:\d\d larmades Anna Berg$/)).toBeTruthy()
  const all = notice.getByText('30 larm hittills').parentElement as HTMLDetailsElement
  expect(all.open).toBe(false)
  await user.click(notice.getByText('30 larm hittills'))
  expect(all.open).toBe(true)
  expect(within(all).getAllByText(/^\d{4}-\d\d-\d\d \d\d:\d\d larmades Anna Berg$/)).toHaveLength(30)
})

test('who presses after a colleague is told who has it', async () => {
  await anUrgentTicket()
  const { user } = await openBackOffice(h, bo, '/backoffice/customers')
  await user.click(await screen.findByRole('link', { name: /^#\d+ Kassan$/ }))
  const take = await button('Jag tar den')
  const { alarms } = (await h.as(anna).call(menuCounts.get, {})).onCall
  await h.as(anna).call(onCall.take, { params: { id: alarms[0]?.id ?? '' } })
  await user.click(take)
  expect(await screen.findByText('Anna Berg har redan tagit den')).toBeTruthy()
})

test('an enquiry is taken on its screen too', async () => {
  const id = await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  await alarmOf('enquiry_id', id)
  const { user } = await openBackOffice(h, anna, `/backoffice/inbox/${id}`)
  await user.click(await button('Jag tar den'))
  expect(await screen.findByText('Den är din')).toBeTruthy()
})
