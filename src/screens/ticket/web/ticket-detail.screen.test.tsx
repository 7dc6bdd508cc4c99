// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { chooseOption } from '#features/tickets/testing/choose-option.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { ticketKeysOf } from '#features/tickets/web/tickets.api.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { portal } from '#screens/portal/portal.contract.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const LIST = '/backoffice/tickets'

let h: Harness
let anna: Person
let bo: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
  for (const person of [anna, bo]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTicket = (title: string, description = 'Ingen kontakt') =>
  h.as(anna).call(tickets.create, { body: { title, description, customerId } })
const params = ({ id }: { id: string }) => ({ params: { id } })
const thread = () => screen.findByRole('log', { name: 'Konversation' })

test('the ticket shows number, customer, description with line breaks, creator, and no comments yet', async () => {
  const ticket = await aTicket('WiFi nere', 'Rad ett\n  rad två')
  const { user, at } = await openBackOffice(h, anna, `${LIST}?search=wifi&priority=normal`)
  await user.click(await screen.findByRole('link', { name: 'WiFi nere' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'WiFi nere' })).toBeTruthy()
  expect(screen.getByText(/#\d+/).textContent).toBe(`#${ticket.ticketNumber}`)
  expect(screen.getByRole('link', { name: 'Bergs Bageri' }).getAttribute('href')).toBe(
    `/backoffice/customers/${customerId}`,
  )
  expect((await screen.findByText(/Rad ett/)).textContent).toBe('Rad ett\n  rad två')
  expect(screen.getByRole('complementary', { name: 'Om ärendet' }).textContent).toMatch(
    /Skapad\d{4}-\d\d-\d\d \d\d:\d\dSkapad avAnna Ask/,
  )
  expect(await screen.findByText('Inga kommentarer ännu')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Tillbaka till listan' }))
  await screen.findByRole('heading', { level: 1, name: 'Support Tickets' })
  expect(at()).toBe(`${LIST}?search=wifi&priority=normal`)
})

test('a ticket opened from the list shows its row at once, and the rest when loaded', async () => {
  const ticket = await aTicket('Lampan blinkar', 'Den i hallen')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const fetch = meddling(h, ({ path }, pass) => (path.endsWith('/screen') ? held.then(pass) : undefined))
  const { user } = await openBackOffice(h, anna, `${LIST}?search=lampan`, { fetch })
  await user.click(await screen.findByRole('link', { name: 'Lampan blinkar' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Lampan blinkar' })).toBeTruthy()
  expect(screen.getByText(`#${ticket.ticketNumber}`)).toBeTruthy()
  expect(screen.queryByText('Den i hallen')).toBeNull()
  expect(screen.queryByText('Inga kommentarer ännu')).toBeNull()
  release()
  expect(await screen.findByText('Den i hallen')).toBeTruthy()
  expect(await screen.findByText('Inga kommentarer ännu')).toBeTruthy()
})

test('the thread shows comments and changes in order, and marks internal and customers’ comments', async () => {
  const ticket = await aTicket('Skrivaren står still')
  const as = (person: Person) => h.as(person)
  const change = (body: object, version: number) =>
    as(anna).call(tickets.change, { ...params(ticket), body: { ...body, version } })
  await as(anna).call(tickets.comment, { ...params(ticket), body: { comment: 'Kolla garantin', isInternal: true } })
  let { version } = await change({ status: 'in_progress' }, ticket.version)
  ;({ version } = await change({ assignedTo: bo.userId }, version))
  await as(bo).call(tickets.comment, { ...params(ticket), body: { comment: 'Vi kommer i morgon' } })
  ;({ version } = await change({ assignedTo: null }, version))
  ;({ version } = await change({ priority: 'urgent' }, version))
  await change({ status: 'resolved' }, version)
  await as(kim).call(portal.comment, { ...params(ticket), body: { comment: 'Den står still igen' } })

  await openBackOffice(h, bo, `${LIST}/${ticket.id}`)
  const entries = within(await thread())
  await entries.findByText('Den står still igen')
  const rendered = entries
    .getAllByRole('listitem')
    .map((entry) => entry.textContent?.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, ''))
  expect(rendered).toEqual([
    'AAAnna AskIntern kommentarKolla garantin',
    'Anna Ask ändrade status från Öppen till Pågående',
    'Anna Ask tilldelade ärendet Bo Ek',
    'BEBo EkVi kommer i morgon',
    'Anna Ask tog bort ansvarig',
    'Anna Ask ändrade prioritet från Normal till Akut',
    'Anna Ask ändrade status från Pågående till Löst',
    expect.stringMatching(/KundDen står still igen$/),
    'Kundens kommentar öppnade ärendet igen',
  ])
  expect(screen.queryByText('Inga kommentarer ännu')).toBeNull()
})

test('the facts say when the answer is due, that it is late, and when the ticket is to be solved, until it is answered', async () => {
  const { id } = await h.as(kim).call(portal.create, { body: { title: 'Kassan är trög', description: 'Sedan i går' } })
  const { dueAt } = await h.as(anna).call(tickets.get, { params: { id } })
  await openBackOffice(h, anna, `${LIST}/${id}`)
  const facts = within(await screen.findByRole('complementary', { name: 'Om ärendet' }))
  const due = facts.getByText('Ska vara besvarat').nextElementSibling
  expect(due?.textContent).toBe(formatDateTime(dueAt ?? ''))
  expect(facts.getByText(/^besvaras om /)).toBeTruthy()
  expect(facts.queryByText('Ska vara löst')).toBeNull()
  await closeApp()
  await h.test.superuser.query(
    `update tickets set due_at = now() - interval '1 hour', solve_by = now() + interval '1 hour' where id = $1`,
    [id],
  )
  const { user } = await openBackOffice(h, anna, `${LIST}/${id}`)
  const late = within(await screen.findByRole('complementary', { name: 'Om ärendet' }))
  expect((await late.findByText('Ska vara löst')).nextElementSibling?.textContent).not.toContain('Försenat')
  expect(late.getByText('Ska vara besvarat').nextElementSibling?.textContent).toMatch(/Försenat$/)
  expect(late.getByText(/^försenat \d/)).toBeTruthy()
  await user.type(await screen.findByRole('textbox', { name: /Kommentar|Svar/ }), 'Vi kommer.')
  await user.click(await screen.findByRole('button', { name: 'Skicka' }))
  await waitFor(() => expect(late.queryByText('Ska vara besvarat')).toBeNull())
})

test('status, priority and assignee can be changed in succession without waiting', async () => {
  const ticket = await aTicket('Router sönder')
  const { user } = await openBackOffice(h, anna, `${LIST}/${ticket.id}`)
  await chooseOption(user, 'Status', 'Löst')
  await chooseOption(user, 'Prioritet', 'Hög')
  await chooseOption(user, 'Ansvarig', 'Anna Ask')
  const entries = within(await thread())
  expect(await entries.findByText('Anna Ask tog ärendet')).toBeTruthy()
  expect(await screen.findAllByText('Uppdaterad!')).not.toHaveLength(0)
  expect(await h.as(bo).call(tickets.get, params(ticket))).toMatchObject({
    status: 'resolved',
    priority: 'high',
    assignee: { fullName: 'Anna Ask' },
    version: ticket.version + 3,
  })
  expect((await screen.findByText('Senast löst')).parentElement?.textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/)
})

test('a failed change is rolled back, with a toast', async () => {
  const ticket = await aTicket('Fläkten låter')
  const fetch = meddling(h, ({ method, path }) =>
    method === 'PUT' && path === `/api/tickets/${ticket.id}` ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, anna, `${LIST}/${ticket.id}`, { fetch })
  await chooseOption(user, 'Status', 'Stängd')
  expect((await screen.findByText('Fel')).parentElement?.textContent).toContain('Kunde inte uppdatera ticket')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'open'))
})

test('after a conflict the dialog shows the current ticket, which cancelling leaves unchanged', async () => {
  const ticket = await aTicket('Bilen är låst')
  const theirs = { status: 'closed', version: ticket.version } as const
  const fetch = meddling(h, ({ method, path }, pass) =>
    method === 'PUT' && path === `/api/tickets/${ticket.id}`
      ? h
          .as(bo)
          .call(tickets.change, { ...params(ticket), body: theirs })
          .then(pass)
      : undefined,
  )
  const { user } = await openBackOffice(h, anna, `${LIST}/${ticket.id}`, { fetch })
  await chooseOption(user, 'Status', 'Pågående')
  const dialog = await screen.findByRole('dialog', { name: 'Hantera ticket' })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Stängd')
  await user.click(within(dialog).getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'closed'))
})

test('a ticket that cannot be loaded shows a toast and navigates to the list', async () => {
  const { at } = await openBackOffice(h, anna, `${LIST}/01939f3a-0000-7000-8000-000000000000`)
  await screen.findByRole('heading', { level: 1, name: 'Support Tickets' })
  expect((await screen.findByText('Fel')).parentElement?.textContent).toContain('Kunde inte ladda ticket')
  expect(at()).toBe(LIST)
})

test('A-212: an address in capitals opens the same ticket, which is requested and changed by its own id', async () => {
  const ticket = await aTicket('Skärmen blinkar')
  const paths: string[] = []
  const fetch = meddling(h, ({ path }) => {
    paths.push(path)
    return undefined
  })
  const { user } = await openBackOffice(h, anna, `${LIST}/${ticket.id.toUpperCase()}`, { fetch })
  await chooseOption(user, 'Prioritet', 'Akut')
  await waitFor(async () =>
    expect(await h.as(anna).call(tickets.get, params(ticket))).toMatchObject({ priority: 'urgent' }),
  )
  const ticketPaths = paths.filter((path) => path.toLowerCase().includes(ticket.id))
  expect(ticketPaths.length).toBeGreaterThan(3)
  expect(ticketPaths.filter((path) => !path.includes(ticket.id))).toEqual([])
})

test('other viewers of the ticket are shown; leaving the page or the site ends the presence', async () => {
  const ticket = await aTicket('Växeln är tyst')
  await h.as(bo).call(tickets.renewPresence, params(ticket))
  const { router } = await openBackOffice(h, anna, `${LIST}/${ticket.id}`)
  expect(await screen.findByText('Tittar just nu: Bo Ek')).toBeTruthy()
  const others = async () =>
    (await h.as(bo).call(tickets.renewPresence, params(ticket))).others.map(({ fullName }) => fullName)
  expect(await others()).toEqual(['Anna Ask'])
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(async () => expect(await others()).toEqual([]))
  await h.as(anna).call(tickets.renewPresence, params(ticket))
  await router.navigate(LIST)
  await screen.findByRole('heading', { level: 1, name: 'Support Tickets' })
  await waitFor(async () => expect(await others()).toEqual([]))
})

test('each event refetches the queries it affects, and never the draft', () => {
  expect(ticketKeysOf({ about: 'ticket', ticketId: 'a' })).toEqual([
    ['tickets', 'list'],
    ['tickets', 'one', 'a'],
    ['customers', 'screen'],
    ['visits'],
  ])
  // The list shows who must act next and the latest activity.
  expect(ticketKeysOf({ about: 'comment', ticketId: 'a' })).toEqual([
    ['tickets', 'list'],
    ['tickets', 'one', 'a'],
    ['customers', 'screen'],
    ['visits'],
  ])
  expect(ticketKeysOf({ about: 'presence', rowId: 'a' })).toEqual([['tickets', 'presence', 'a']])
  expect(ticketKeysOf({ about: 'everything' }).flat()).not.toContain('draft')
})
