// @vitest-environment jsdom
// A planned visit on the ticket, in the portal and on the person's day.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { contacts } from '#features/customers/contacts.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { visits } from '#features/tickets/visits.contract.ts'
import { visitText, visitTimeOf } from '#features/tickets/visits.rules.ts'
import { chosenIn, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let bo: Person
let kim: Person
let customerId: string
let ticket: { id: string; ticketNumber: number }

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
  for (const person of [anna, kim]) await givePassword(h, person)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from visits')
  const body = { title: 'Ugnen är kall', description: 'x', customerId }
  ticket = await h.as(anna).call(tickets.create, { body })
})
afterEach(closeApp)
afterAll(() => h.stop())

const tomorrow = addDays(todayInStockholm(), 1)
const textOf = (timeFrom: string, timeTo: string, date = tomorrow) => {
  const time = visitTimeOf({ date, timeFrom, timeTo })
  return time ? visitText(time) : 'no such time'
}
const plan = (values: object = {}, { id } = ticket) =>
  h.as(bo).call(visits.create, {
    params: { id },
    body: { date: tomorrow, timeFrom: '09:00', timeTo: '11:00', userId: bo.userId, ...values },
  })
const open = () => openBackOffice(h, anna, `/backoffice/tickets/${ticket.id}`)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const type = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.type(field, text)
}

test('a visit is planned, changed and cancelled on the ticket', async () => {
  const { user } = await open()
  expect(await screen.findByText('Inget besök')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Planera besök' }))
  const planned = await dialog('Planera besök')
  expect(await planned.findByText(`${kim.email} får ett mejl med besöket som kalenderfil.`)).toBeTruthy()
  const to = planned.getByRole('textbox', { name: /^Till(?! kunden)/ })
  await type(user, planned.getByRole('textbox', { name: /^Från/ }), '2200')
  await type(user, to, '0100')
  await user.click(planned.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(problemOf(to)).toContain('Ett besök slutar samma dag: ange en sluttid efter starttiden'))
  await type(user, planned.getByRole('textbox', { name: /^Från/ }), '9')
  await type(user, to, '11')
  await user.selectOptions(planned.getByRole('combobox', { name: /^Vem kommer/ }), 'Bo Ek')
  await type(user, planned.getByRole('textbox', { name: /^Till kunden/ }), 'Lås upp förrådet.')
  await user.click(planned.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Besöket är planerat')).toBeTruthy()
  const row = (await screen.findByText(textOf('09:00', '11:00'))).closest('li')
  expect(row?.textContent).toContain('Bo EkLås upp förrådet.Mejlas till kunden strax')

  await user.click(await screen.findByRole('button', { name: `Ändra besöket ${textOf('09:00', '11:00')}` }))
  const changed = await dialog('Ändra besöket')
  await waitFor(async () => expect(await chosenIn('Vem kommer')).toBe('Bo Ek'))
  await type(user, changed.getByRole('textbox', { name: /^Från/ }), '10')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  await screen.findByText(textOf('10:00', '11:00'))

  await user.click(await screen.findByRole('button', { name: `Avboka besöket ${textOf('10:00', '11:00')}` }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Avboka besöket?' }))
  expect(question.getByText(/^Bo Ek, /)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Avboka besöket' }))
  expect(await screen.findByText('Inget besök')).toBeTruthy()
  expect(screen.getByText(/^Anna Ask avbokade besöket/)).toBeTruthy()
})

test('a colleague’s visit appears live, and with it whom mail has reached', async () => {
  await open()
  await screen.findByText('Inget besök')
  const { id } = await plan()
  await screen.findByText('Mejlas till kunden strax')
  const enqueued = 'update visits set enqueued_version = version where id = $1'
  await h.test.superuser.query(enqueued, [id])
  await screen.findByText('Ingen hos kunden får mejl om besöket')
  const recipients = `insert into visit_recipients (org_id, visit_id, address)
    select org_id, id, unnest(array['bo@bageriet.se', 'kim@bageriet.se', 'lo@bageriet.se']) from visits where id = $1`
  await h.test.superuser.query(recipients, [id])
  await h.test.superuser.query(enqueued, [id])
  await screen.findByText('Mejlas till bo@bageriet.se, kim@bageriet.se, lo@bageriet.se')
  const sent = `update visit_recipients
    set mailed_version = 1, mailed_starts_at = now(), mailed_ends_at = now(), is_returned = address like 'lo@%'
    where visit_id = $1 and address not like 'bo@%'`
  await h.test.superuser.query(sent, [id])
  await screen.findByText('Mejlat till kim@bageriet.se')
  expect(screen.getByText('Mejlas till bo@bageriet.se')).toBeTruthy()
  expect(screen.getByText('Mejlet kom inte fram till lo@bageriet.se')).toBeTruthy()
})

test('the visit of whoever has been deactivated is marked', async () => {
  const former = await h.aTechnician({ orgId: anna.orgId, fullName: 'Eva Alm' })
  await plan({ userId: former.userId })
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [former.userId])
  const { user } = await open()
  await screen.findByText('Eva Alm (inaktiv)')
  await user.click(screen.getByRole('button', { name: `Ändra besöket ${textOf('09:00', '11:00')}` }))
  const who = (await dialog('Ändra besöket')).getByRole<HTMLSelectElement>('combobox', { name: /^Vem kommer/ })
  await waitFor(() => expect(who.selectedOptions[0]?.text).toBe('Eva Alm (inaktiv)'))
  const changed = await dialog('Ändra besöket')
  await type(user, changed.getByRole('textbox', { name: /^Från/ }), '8')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(problemOf(who)).toContain('Den som ska komma är inaktiv. Välj någon annan.'))
})

test('the dialog warns of another visit of the person then', async () => {
  await plan({ timeFrom: '10:00', timeTo: '12:00' })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Planera besök' }))
  const planned = await dialog('Planera besök')
  await type(user, planned.getByRole('textbox', { name: /^Från/ }), '8')
  await type(user, planned.getByRole('textbox', { name: /^Till(?! kunden)/ }), '11')
  const warning = /^Bo Ek har redan ett besök då: 10\.00–12\.00 hos Bergs Bageri, #/
  expect(planned.queryByText(warning)).toBeNull()
  await user.selectOptions(planned.getByRole('combobox', { name: /^Vem kommer/ }), 'Bo Ek')
  expect(await planned.findByText(warning)).toBeTruthy()
  await type(user, planned.getByRole('textbox', { name: /^Till(?! kunden)/ }), '10')
  await waitFor(() => expect(planned.queryByText(warning)).toBeNull())
  const hour = 'Timmen 02–03 går två gånger den natten: besöket räknas till den andra (normaltid).'
  expect(planned.queryByText(hour)).toBeNull()
  await type(user, planned.getByRole('textbox', { name: /^Datum/ }), '2026-10-25')
  await type(user, planned.getByRole('textbox', { name: /^Från/ }), '0230')
  await user.tab()
  expect(await planned.findByText(hour)).toBeTruthy()
})

test('the dialog reads the person’s visits no more once its own is saved, which would be among them', async () => {
  const requests: string[] = []
  const fetch = meddling(h, ({ method, path }) => {
    if (/visits$/.test(path)) requests.push(`${method} ${path}`)
    return undefined
  })
  const { user } = await openBackOffice(h, anna, `/backoffice/tickets/${ticket.id}`, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Planera besök' }))
  const planned = await dialog('Planera besök')
  await type(user, planned.getByRole('textbox', { name: /^Från/ }), '9')
  await type(user, planned.getByRole('textbox', { name: /^Till(?! kunden)/ }), '11')
  await waitFor(() => expect(requests.at(-1)).toBe('GET /api/visits'))
  await user.click(planned.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Besöket är planerat')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.at(-1)).toBe(`POST /api/tickets/${ticket.id}/visits`)
})

test('a change by another at the same time is shown before it is replaced', async () => {
  const visit = await plan()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Ändra besöket ${textOf('09:00', '11:00')}` }))
  const changed = await dialog('Ändra besöket')
  await type(user, changed.getByRole('textbox', { name: /^Från/ }), '8')
  const body = { date: tomorrow, timeFrom: '09:00', timeTo: '12:30', userId: anna.userId, version: visit.version }
  await h.as(bo).call(visits.change, { params: { id: visit.id }, body })
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect((await changed.findByRole('alert')).textContent).toContain('Till12:30Vem kommerAnna Ask')
  await user.click(changed.getByRole('button', { name: 'Spara min version' }))
  await screen.findByText(textOf('08:00', '12:30'))
})

test('the dialog of a merged ticket’s visit says whom mail about it reaches: the people of that ticket', async () => {
  const contact = { name: 'Lo Lund', email: 'lo@bageriet.se' }
  const { id: reportedBy } = await h.as(anna).call(contacts.create, { params: { id: customerId }, body: contact })
  const body = { title: 'Kassan är död', description: 'x', customerId, reportedBy }
  const merged = await h.as(anna).call(tickets.create, { body })
  await plan({}, merged)
  const params = { id: merged.id }
  await h.as(anna).call(merging.merge, { params, body: { into: ticket.id, version: merged.version } })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Ändra besöket ${textOf('09:00', '11:00')}` }))
  const changed = await dialog('Ändra besöket')
  await changed.findByText('Lo Lund och 1 person till får ett mejl med besöket som kalenderfil.')
})

test('the customer sees the visit, and saves it for the calendar', async () => {
  await plan({ note: 'Lås upp förrådet.' })
  const saved: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await openBackOffice(h, kim, `/customer-portal/tickets/${ticket.id}`)
  const shown = within(await screen.findByRole('list', { name: 'Planerade besök' }))
  expect(shown.getByRole('listitem').textContent).toContain(
    `Planerat besök ${textOf('09:00', '11:00')}, Bo EkLås upp förrådet.`,
  )
  await user.click(shown.getByRole('button', { name: /^Lägg till i kalendern/ }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toMatch(/^BEGIN:VCALENDAR/)
})

test('the customer reads in the conversation that a visit was planned, changed and cancelled', async () => {
  const { id, version } = await plan()
  const body = { date: tomorrow, timeFrom: '13:00', timeTo: '14:00', userId: anna.userId, version }
  const changed = await h.as(bo).call(visits.change, { params: { id }, body })
  const noted = { ...body, note: 'Ring först.', version: changed.version }
  const { version: last } = await h.as(bo).call(visits.change, { params: { id }, body: noted })
  await h.as(bo).call(visits.cancel, { params: { id }, body: { version: last } })
  await openBackOffice(h, kim, `/customer-portal/tickets/${ticket.id}`)
  const [before, after] = [`${textOf('09:00', '11:00')} (Bo Ek)`, `${textOf('13:00', '14:00')} (Anna Ask)`]
  await screen.findByText(`Besöket ${after} är avbokat`)
  for (const text of [`Vi har planerat ett besök ${before}`, `Besöket ${before} är ändrat till ${after}`])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(`Texten om besöket ${after} är ändrad`)).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Planerade besök' })).toBeNull()
})

test('the person’s day has the visit, from which its time is logged with the ticket and the span', async () => {
  // Today, so that it is in this week.
  const today = todayInStockholm()
  await plan({ date: today, timeFrom: '00:05', timeTo: '23:59', userId: anna.userId })
  const { user } = await openBackOffice(h, anna, '/backoffice')
  const link = await screen.findByRole('link', { name: `Bergs Bageri, #${ticket.ticketNumber} Ugnen är kall` })
  expect(screen.getByRole('heading', { name: 'Planerade besök' })).toBeTruthy()
  expect(link.closest('li')?.textContent).toContain(`i dag 00.05–23.59 Bergs Bageri, #${ticket.ticketNumber}`)
  await user.click(screen.getByRole('button', { name: `Registrera tid: ${textOf('00:05', '23:59', today)}` }))
  const logged = await dialog('Ny tidrad')
  const shownIn = (name: RegExp) => logged.getByRole<HTMLInputElement>('textbox', { name }).value
  expect([shownIn(/^Datum/), shownIn(/^Från/), shownIn(/^Till/), shownIn(/^Beskrivning/)]).toEqual([
    ...[today, '00:05', '23:59', 'Ugnen är kall'],
  ])
  await closeApp()
  await openBackOffice(h, anna, '/backoffice/time/week')
  expect(await screen.findByRole('heading', { name: 'Planerade besök' })).toBeTruthy()
  expect(screen.getByRole('link', { name: `Bergs Bageri, #${ticket.ticketNumber} Ugnen är kall` })).toBeTruthy()
})
