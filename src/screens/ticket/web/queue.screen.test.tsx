// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { chooseOption } from '#features/tickets/testing/choose-option.ts'
import { type NewTicket, type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { formatLongDate } from '#shared/ui/format.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const LIST = '/backoffice/tickets'

let h: Harness
let orgId: string
let customerId: string
let anna: Person
const made: Partial<Record<'urgent' | 'plain' | 'later', TicketRow>> = {}

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  anna = await newPerson('Anna Ask')
  made.plain = await aTicket('Ny mus')
  made.urgent = await aTicket('Servern står', { priority: 'urgent' })
  made.later = await aTicket('Byt skärm', { priority: 'low' })
  await anEnquiry(h, { orgId, name: 'Sofia Lind', message: 'Ring mig om nätet' })
})
afterEach(async () => {
  await closeApp()
  localStorage.clear()
})
afterAll(() => h.stop())

async function newPerson(fullName: string) {
  const person = await h.aTechnician({ orgId, fullName })
  await givePassword(h, person)
  return person
}

const aTicket = (title: string, fields: Partial<NewTicket> = {}) =>
  h.as(anna).call(tickets.create, { body: { title, description: 'x', customerId, ...fields } })
const pathOf = (ticket: TicketRow | undefined) => `${LIST}/${ticket?.id}`
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
const toDoTable = () => screen.findByRole('table', { name: 'Att göra' })
const titles = async () =>
  (await within(await toDoTable()).findAllByRole('rowheader')).map(({ textContent }) => textContent)

test('Att göra lists tickets and enquiries in order, and is opened again until Aktiva is chosen', async () => {
  const { user, router } = await openBackOffice(h, anna, LIST)
  await screen.findByRole('row', { name: /Ny mus/ })
  await chooseOption(user, 'Vy', 'Att göra (4)')
  await toDoTable()
  expect(await titles()).toEqual(['Ring mig om nätet', 'Servern står', 'Ny mus', 'Byt skärm'])
  expect(router.state.location.search).toBe('?view=todo')
  expect(screen.getAllByRole('tab', { selected: false })).toHaveLength(2)
  await router.navigate('/backoffice/konto')
  await heading('Ditt konto')
  await router.navigate(LIST)
  await toDoTable()
  await user.click(screen.getByRole('tab', { name: /Aktiva/ }))
  await screen.findByRole('table', { name: 'Aktiva tickets' })
  await router.navigate('/backoffice/konto')
  await heading('Ditt konto')
  await router.navigate(LIST)
  await screen.findByRole('table', { name: 'Aktiva tickets' })
})

test('while Att göra opens by itself, a list without its last filter stays a list', async () => {
  localStorage.setItem('choice:opens-to-do', '1')
  const { user, router } = await openBackOffice(h, anna, `${LIST}?priority=urgent`)
  await screen.findByRole('row', { name: /Servern står/ })
  await chooseOption(user, 'Prioritet', 'Alla prioriteter')
  await screen.findByRole('row', { name: /Ny mus/ })
  expect(router.state.location.search).toBe('?tab=active')
})

test('a filter is saved as a view with its count, renamed and removed', async () => {
  const { user, router } = await openBackOffice(h, anna, `${LIST}?priority=urgent`)
  await user.click(await button('Spara vyn'))
  const dialog = await screen.findByRole('dialog', { name: 'Spara vyn' })
  await user.click(within(dialog).getByRole('button', { name: 'Spara' }))
  const name = within(dialog).getByRole('textbox', { name: /Namn/ })
  await waitFor(() => expect(problemOf(name)).toContain('Ge vyn ett namn'))
  await user.type(name, 'Det akuta{Enter}')
  const menu = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Vy' })
  const shown = async () => (await menu()).selectedOptions[0]?.textContent
  await waitFor(async () => expect(await shown()).toBe('Det akuta (1)'))

  await chooseOption(user, 'Vy', 'Alla ärenden')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await chooseOption(user, 'Vy', 'Det akuta (1)')
  await waitFor(() => expect(router.state.location.search).toBe('?priority=urgent'))
  await user.click(await button('Byt namn på vyn'))
  const renamed = within(await screen.findByRole('dialog')).getByRole('textbox', { name: /Namn/ })
  await user.clear(renamed)
  await user.type(renamed, 'Akuta{Enter}')
  await waitFor(async () => expect(await shown()).toBe('Akuta (1)'))
  await user.click(await button('Ta bort vyn'))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Ta bort vyn' }))
  await waitFor(async () => expect(within(await menu()).queryByRole('option', { name: /Akuta/ })).toBeNull())
})

test('after Skicka och lös the next one of the list opens, with a link back; who chooses not to go on stays', async () => {
  const person = await newPerson('Göran Gå')
  const [last, middle, first] = [
    await aTicket('Sist', { assignedTo: person.userId }),
    await aTicket('Mellan', { assignedTo: person.userId }),
    await aTicket('Först', { assignedTo: person.userId }),
  ]
  const { user, router } = await openBackOffice(h, person, `${LIST}?assignee=me`)
  await user.click(await screen.findByRole('link', { name: 'Först' }))
  await heading('Först')
  await user.type(await field(), 'Klart.')
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await heading('Mellan')
  expect(router.state.location.pathname).toBe(pathOf(middle))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(await h.as(anna).call(tickets.get, { params: { id: first.id } })).toMatchObject({ status: 'resolved' })
  await user.click(await button(new RegExp(`Tillbaka till #${first.ticketNumber}`)))
  await heading('Först')
  await router.navigate(pathOf(middle))

  await heading('Mellan')
  await user.type(await field(), 'Det med.')
  await user.click(await button('Skicka och lös'))
  await heading('Sist')
  await user.click(await button('Gå inte vidare'))
  await heading('Mellan')
  await waitFor(async () => expect(await h.as(person).call(ownSettings.read, {})).toMatchObject({ advances: false }))
  await router.navigate(pathOf(last))
  await heading('Sist')
  await user.type(await field(), 'Och det här.')
  await user.click(await button('Skicka och lös'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'resolved'))
  expect(router.state.location.pathname).toBe(pathOf(last))
})

test('an answer that is not sent keeps its text and its ticket', async () => {
  const ticket = await aTicket('Utan nät')
  const fetch = meddling(h, ({ path }) => (path.endsWith('/comments') ? lostConnection() : undefined))
  const { user, router } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Viktigt svar')
  await user.click(await button('Skicka och lös'))
  expect((await screen.findByText(/Texten står kvar/)).textContent).toBeTruthy()
  expect(await field()).toHaveProperty('value', 'Viktigt svar')
  expect(router.state.location.pathname).toBe(pathOf(ticket))
  await h.as(anna).call(tickets.change, { params: { id: ticket.id }, body: { status: 'closed', version: 1 } })
})

test('keys move in the list, open, take, write and go on; never in a field or with a modifier', async () => {
  const person = await newPerson('Knut Knapp')
  const { user, router } = await openBackOffice(h, person, `${LIST}?view=todo`)
  await waitFor(async () => expect((await titles()).length).toBe(4))
  await user.keyboard('jjjk')
  expect(document.activeElement?.textContent).toBe('Servern står')
  await user.keyboard('{Enter}')
  await heading('Servern står')
  await field()
  await user.keyboard('{Alt>}t{/Alt}{Control>}a{/Control}')
  expect(document.activeElement).not.toBe(await field())
  await user.keyboard('i')
  expect(document.activeElement).toBe(await field())
  await user.keyboard('tn?/')
  expect(await field()).toHaveProperty('value', 'tn?/')
  expect(await button('Spara internt')).toBeTruthy()
  await user.clear(await field())
  await user.keyboard('{Escape}a')
  expect(await button('Skicka')).toBeTruthy()
  await user.keyboard('{Escape}t')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Ansvarig' })).toHaveProperty('value', person.userId))
  await user.keyboard('s')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Status' }))
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('n')
  await heading('Ny mus')
  await user.keyboard('/')
  await screen.findByRole('table', { name: 'Aktiva tickets' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Sök ärende' }))
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Kortkommandon' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await router.navigate('/backoffice/konto')
  await user.click(await screen.findByRole('switch', { name: /Bokstäver är kortkommandon/ }))
  await waitFor(async () =>
    expect(await h.as(person).call(ownSettings.read, {})).toMatchObject({ usesShortcuts: false }),
  )
  await router.navigate(pathOf(made.plain))
  await field()
  await user.keyboard('a')
  expect(document.activeElement).not.toBe(await field())
})

test('a reminder is chosen on the ticket, shown, and removed', async () => {
  const { user } = await openBackOffice(h, anna, pathOf(made.later))
  await user.click(await button('Välj dag för påminnelsen'))
  const dialog = await screen.findByRole('dialog', { name: 'Påminn mig' })
  const day = within(dialog).getByRole('textbox', { name: /Dag/ })
  await user.clear(day)
  await user.type(day, todayInStockholm())
  await user.click(within(dialog).getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(problemOf(day)).toContain('Välj en dag efter i dag'))
  const wanted = addDays(todayInStockholm(), 7)
  await user.clear(day)
  await user.type(day, wanted)
  await user.click(within(dialog).getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText(formatLongDate(wanted))).toBeTruthy()
  await user.click(await button('Ta bort påminnelsen'))
  expect(await screen.findByText('Ingen påminnelse')).toBeTruthy()
})

test('rows of the list, Att göra and Inkorg say when an answer is due, in text', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + (minutes + 0.5) * 60_000)
  const due = (table: 'tickets' | 'enquiries', column: string, text: string, minutes: number) =>
    h.test.superuser.query(`update ${table} set due_at = $1 where ${column} = $2`, [inMinutes(minutes), text])
  for (const title of ['Ny skylt', 'Larmet piper']) await aTicket(title)
  await anEnquiry(h, { orgId, name: 'Lars Berg', message: 'Hur dags kommer ni?' })
  await due('tickets', 'title', 'Ny skylt', 125)
  await due('tickets', 'title', 'Larmet piper', -41)
  await due('enquiries', 'name', 'Lars Berg', 2 * 24 * 60)
  const ofRow = async (name: RegExp, text: RegExp) =>
    expect(await within(await screen.findByRole('row', { name })).findByText(text)).toBeTruthy()
  await openBackOffice(h, anna, `${LIST}?sort=due&direction=asc`)
  await ofRow(/Ny skylt/, /^om 2.tim$/)
  await ofRow(/Larmet piper/, /^försenat 40.min$/)
  const rows = await within(await screen.findByRole('table', { name: 'Aktiva tickets' })).findAllByRole('rowheader')
  expect(rows.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Larmet piper', 'Ny skylt'])
  await closeApp()
  await openBackOffice(h, anna, `${LIST}?view=todo`)
  await ofRow(/Larmet piper/, /^försenat 40.min$/)
  await ofRow(/Hur dags kommer ni/, /^om 2.dagar$/)
  await closeApp()
  await openBackOffice(h, anna, '/backoffice/inbox')
  await ofRow(/Lars Berg/, /^om 2.dagar$/)
})

test('a reload does not focus the search again that / had focused', async () => {
  await openBackOffice(h, anna, { pathname: LIST, search: '?tab=active', state: { focusesSearch: true } })
  await screen.findByRole('table', { name: 'Aktiva tickets' })
  expect(document.activeElement).not.toBe(screen.getByRole('searchbox', { name: 'Sök ärende' }))
})
