// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { chooseOption } from '../testing/choose-option.ts'
import { type NewTicket, type TicketRow, tickets } from '../tickets.contract.ts'

const LIST = '/backoffice/tickets'

let h: Harness
let anna: Person
let bo: Person
let nobody: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  nobody = await h.aTechnician({ orgId: (await h.anOrganization('Tomma AB')).id, fullName: 'Tom Tomsson' })
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  for (const person of [anna, bo, nobody]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTicket = (title: string, overrides: Partial<NewTicket> = {}) =>
  h.as(anna).call(tickets.create, { body: { title, description: 'Ingen kontakt', customerId, ...overrides } })
const titled = async (search: string) => (await h.as(anna).call(tickets.list, { query: { search } })).rows
const rowOf = (title: string) => screen.findByRole('row', { name: new RegExp(title) })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('each row has number, customer, badges, assignee or a dash, date, and two buttons', async () => {
  const ticket = await aTicket('Skrivaren står still', { priority: 'urgent', assignedTo: bo.userId })
  await aTicket('Ny mejladress')
  await openBackOffice(h, anna, LIST)
  const row = await rowOf('Skrivaren står still')
  const cells = [...row.querySelectorAll('th, td:not([data-select])')].map((cell) => cell.textContent)
  expect(cells.slice(0, 6)).toEqual([
    `#${ticket.ticketNumber}`,
    'Skrivaren står still',
    'Bergs Bageri',
    'Öppen',
    'Akut',
    'Bo Ek',
  ])
  expect(cells[6]).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(within(row).getByRole('link', { name: `Visa #${ticket.ticketNumber}` })).toBeTruthy()
  expect(within(row).getByRole('button', { name: `Hantera ticket #${ticket.ticketNumber}` })).toBeTruthy()
  expect(within(await rowOf('Ny mejladress')).getAllByRole('cell')[5]?.textContent).toBe('-')
})

test('the tabs count all tickets regardless of filters, or the hits of a search; tab, search and filters are in the URL', async () => {
  await aTicket('Router sönder', { priority: 'high', assignedTo: anna.userId })
  await aTicket('Gammalt ärende', { status: 'closed' })
  const { user, router } = await openBackOffice(h, anna, `${LIST}?search=Router`)
  await rowOf('Router sönder')
  const counts = (await h.as(anna).call(tickets.list, { query: {} })).counts
  const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
  await waitFor(() => expect(tabs()).toEqual(['Aktiva1', 'Arkiverade0']))

  await user.click(await button('Rensa sökningen'))
  const query = () => Object.fromEntries(new URLSearchParams(router.state.location.search))
  await waitFor(() => expect(query()).toEqual({}))
  await chooseOption(user, 'Ansvarig', 'Mina ärenden')
  await chooseOption(user, 'Prioritet', 'Hög') // without waiting
  await waitFor(() => expect(query()).toEqual({ assignee: 'me', priority: 'high' }))
  await rowOf('Router sönder')
  await chooseOption(user, 'Ansvarig', 'Ingen ansvarig')
  expect(await screen.findByText('Inga träffar')).toBeTruthy()
  await act(() => router.navigate(-1))
  await rowOf('Router sönder')
  await user.click(screen.getByRole('tab', { name: /Arkiverade/ }))
  expect(await screen.findByText('Inga träffar')).toBeTruthy()
  expect(query()).toMatchObject({ tab: 'archived' })
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  expect(tabs()).toEqual([`Aktiva${counts?.active}`, `Arkiverade${counts?.archived}`])
  await user.click(await button('Rensa sökning och filter'))
  expect(await rowOf('Gammalt ärende')).toBeTruthy()
  expect(query()).toEqual({ tab: 'archived' })
})

test('a tab without hits leads to those that have some, in Inkorg too', async () => {
  await aTicket('Projektorn brummar', { status: 'closed' })
  const ofInbox = { name: 'Per', email: 'per@example.se', message: 'Vad kostar en projektor?' }
  await anEnquiry(h, { orgId: anna.orgId ?? '', ...ofInbox })
  const { user, at } = await openBackOffice(h, anna, `${LIST}?search=projektor`)
  expect(await screen.findByText('Inga aktiva tickets')).toBeTruthy()
  expect((await screen.findByRole('link', { name: '1 i Inkorg' })).getAttribute('href')).toBe(
    '/backoffice/inbox?tab=open&search=projektor',
  )
  await user.click(screen.getByRole('link', { name: '1 i Arkiverade' }))
  await rowOf('Projektorn brummar')
  expect(at()).toBe(`${LIST}?tab=archived&search=projektor`)
})

test('a search without a letter or digit finds nothing, and says what is missing', async () => {
  await openBackOffice(h, anna, `${LIST}?search=%25`)
  expect(await screen.findByText('Sök på minst en bokstav eller siffra.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^\d+ i / })).toBeNull()
})

test('resolved tickets are listed until left out, and Väntar på oss lists the unanswered ones', async () => {
  await aTicket('Musen är trasig')
  await aTicket('Lampan blinkade', { status: 'resolved' })
  const kim = await h.aPortalUser({ id: customerId, orgId: anna.orgId ?? '' })
  await h.as(kim).call(portal.create, { body: { title: 'Hallå där', description: 'x' } })
  const { user, router } = await openBackOffice(h, anna, LIST)
  expect((await rowOf('Lampan blinkade')).textContent).toContain('Löst')
  await chooseOption(user, 'Status', 'Olösta')
  await waitFor(() => expect(screen.queryByText('Lampan blinkade')).toBeNull())
  await rowOf('Musen är trasig')
  await user.click(screen.getByRole('switch', { name: 'Väntar på oss' }))
  await waitFor(() => expect(screen.queryByText('Musen är trasig')).toBeNull())
  await rowOf('Hallå där')
  expect(router.state.location.search).toBe('?status=unresolved&waiting=us')
})

test('Väntar på kund is shown beside the status, and one press shows only such tickets', async () => {
  await aTicket('Kabeln är av')
  const { id, version } = await aTicket('Bilden flimrar')
  await h.as(anna).call(tickets.change, { params: { id }, body: { onHold: true, version } })
  const { user, router } = await openBackOffice(h, anna, LIST)
  expect((await rowOf('Kabeln är av')).textContent).not.toContain('Väntar på kund')
  expect((await rowOf('Bilden flimrar')).textContent).toContain('ÖppenVäntar på kund')
  await user.click(screen.getByRole('switch', { name: 'Väntar på kund' }))
  await waitFor(() => expect(screen.queryByText('Kabeln är av')).toBeNull())
  await rowOf('Bilden flimrar')
  expect(router.state.location.search).toBe('?waiting=customer')
})

test('a column’s header sorts the list, and reverses it when pressed again', async () => {
  await aTicket('Brådskande sak', { priority: 'urgent' })
  await aTicket('Sak som kan vänta', { priority: 'low' })
  const { user, router } = await openBackOffice(h, anna, LIST)
  const titles = () => screen.getAllByRole('row').map((row) => row.textContent ?? '')
  const placeOf = (title: string) => titles().findIndex((text) => text.includes(title))
  await rowOf('Sak som kan vänta')
  expect(placeOf('Sak som kan vänta')).toBe(1)
  await user.click(await button('Prioritet'))
  await waitFor(() => expect(placeOf('Brådskande sak')).toBe(1))
  expect(screen.getByRole('columnheader', { name: /Prioritet/ }).getAttribute('aria-sort')).toBe('descending')
  await user.click(await button('Prioritet'))
  await waitFor(() => expect(placeOf('Sak som kan vänta')).toBe(1))
  expect(router.state.location.search).toBe('?sort=priority&direction=asc')
  await user.click(await button('Skapad'))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('an address of before with `resolved` lists the active tickets', async () => {
  await aTicket('Vinden viner', { status: 'resolved' })
  await openBackOffice(h, anna, `${LIST}?resolved=show`)
  expect(await rowOf('Vinden viner')).toBeTruthy()
})

test('invalid values in the URL are ignored, and the active tickets shown', async () => {
  await aTicket('Växeln är tyst')
  await openBackOffice(h, anna, `${LIST}?tab=x&status=y&priority=z&assignee=q`)
  expect(await rowOf('Växeln är tyst')).toBeTruthy()
})

test('without tickets both tabs show an empty state', async () => {
  const { user } = await openBackOffice(h, nobody, LIST)
  expect(await screen.findByText('Inga aktiva tickets')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Arkiverade0' }))
  expect(await screen.findByText('Inga arkiverade tickets')).toBeTruthy()
})

test('a list that cannot be loaded shows the failure and a retry', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ method, path }) =>
    isBroken && method === 'GET' && path === '/api/tickets' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, nobody, LIST, { fetch })
  expect(await screen.findByText('Fel')).toBeTruthy()
  expect(screen.getAllByText('Kunde inte ladda tickets').length).toBe(2)
  isBroken = false
  await user.click(await button('Försök igen'))
  expect(await screen.findByText('Inga aktiva tickets')).toBeTruthy()
})

const openNew = async (user: UserEvent) => {
  await user.click((await screen.findAllByRole('button', { name: 'Nytt ärende' }))[0] as HTMLElement)
  return screen.findByRole('dialog', { name: 'Nytt ärende' })
}
const write = async (user: UserEvent, name: string, text: string) => {
  await user.click(await screen.findByRole('textbox', { name }))
  await user.paste(text)
}
const chooseCustomer = async (user: UserEvent) => {
  await user.type(screen.getByRole('combobox', { name: 'Kund' }), 'bergs')
  await user.click(await screen.findByRole('option', { name: 'Bergs Bageri' }))
}

test('missing fields have errors, the first of them also in a toast', async () => {
  const { user } = await openBackOffice(h, anna, LIST)
  await openNew(user)
  await user.click(await button('Skapa ärende'))
  expect((await screen.findByText('Valideringsfel')).parentElement?.textContent).toContain('Titel krävs')
  expect(problemOf(screen.getByRole('textbox', { name: 'Titel' }))).toBe('Titel krävs')
  expect(problemOf(screen.getByRole('textbox', { name: 'Beskrivning' }))).toBe('Beskrivning krävs')
  expect(problemOf(screen.getByRole('combobox', { name: 'Kund' }))).toBe('Välj en kund')
  await write(user, 'Titel', 'WiFi nere')
  await write(user, 'Beskrivning', 'Ingen kontakt')
  await user.click(await button('Skapa ärende'))
  await waitFor(() => expect(screen.getAllByText('Välj en kund').length).toBe(2))
})

test('a ticket is created once even if the response is lost; the input remains until then', async () => {
  let posts = 0
  const fetch = meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || path !== '/api/tickets') return undefined
    posts += 1
    return posts === 1 ? pass().then(lostConnection) : undefined
  })
  const { user } = await openBackOffice(h, anna, LIST, { fetch })
  const dialog = await openNew(user)
  await write(user, 'Titel', 'Kassan startar inte')
  await write(user, 'Beskrivning', '  Svart skärm\n  sedan i morse')
  await chooseCustomer(user)
  await chooseOption(user, 'Prioritet', 'Akut', dialog)
  await chooseOption(user, 'Ansvarig', 'Bo Ek', dialog)
  await user.click(await button('Skapa ärende'))
  expect(await screen.findByText(/Kunde inte skapa ticket: Ingen kontakt med servern/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Titel' })).toHaveProperty('value', 'Kassan startar inte')
  await user.click(await button('Skapa ärende'))
  expect((await screen.findByText('Skapat!')).parentElement?.textContent).toContain('Supportärende har skapats')
  expect((await rowOf('Kassan startar inte')).textContent).toContain('Akut')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await titled('Kassan startar')).toMatchObject([{ priority: 'urgent', assignee: { fullName: 'Bo Ek' } }])
})

test('contacts are fetched once a customer is chosen, not at each letter of its name', async () => {
  const requests: string[] = []
  const fetch = meddling(h, ({ path }) => {
    if (path.endsWith('/contacts')) requests.push(path)
    return undefined
  })
  const { user } = await openBackOffice(h, anna, LIST, { fetch })
  await openNew(user)
  await chooseCustomer(user)
  expect(await screen.findByLabelText('Anmälare')).toBeTruthy()
  expect(requests).toEqual([`/api/customers/${customerId}/contacts`])
})

test('a deleted customer gives a toast, and the input remains', async () => {
  const fetch = meddling(h, ({ method, path }) =>
    method === 'POST' && path === '/api/tickets'
      ? Promise.resolve(
          Response.json(
            { error: { code: 'not_found', message: 'Kund hittades inte', requestId: 'r-1' } },
            { status: 404 },
          ),
        )
      : undefined,
  )
  const { user } = await openBackOffice(h, anna, LIST, { fetch })
  await openNew(user)
  await write(user, 'Titel', 'Borttagen kund')
  await write(user, 'Beskrivning', 'Texten')
  await chooseCustomer(user)
  await user.click(await button('Skapa ärende'))
  expect((await screen.findByText('Fel')).parentElement?.textContent).toContain('Kund hittades inte')
  expect(screen.getByRole('textbox', { name: 'Beskrivning' })).toHaveProperty('value', 'Texten')
})

const manage = async (user: UserEvent, ticket: TicketRow) => {
  await user.click(await button(`Hantera ticket #${ticket.ticketNumber}`))
  return screen.findByRole('dialog', { name: 'Hantera ticket' })
}

test('Hantera ticket shows the change optimistically, and a toast once it is confirmed', async () => {
  const ticket = await aTicket('Larmet tjuter')
  const held = Promise.withResolvers<void>()
  const fetch = meddling(h, ({ method, path }, pass) =>
    method === 'PUT' && path === `/api/tickets/${ticket.id}` ? held.promise.then(pass) : undefined,
  )
  const { user } = await openBackOffice(h, anna, LIST, { fetch })
  const dialog = await manage(user, ticket)
  expect(dialog.textContent).toContain(`#${ticket.ticketNumber} Larmet tjuter`)
  await chooseOption(user, 'Status', 'Pågående', dialog)
  await chooseOption(user, 'Ansvarig', 'Bo Ek', dialog)
  await user.click(await button('Spara'))
  await waitFor(async () => expect((await rowOf('Larmet tjuter')).textContent).toMatch(/Pågående.*Bo Ek/))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Uppdaterad!')).toBeNull()
  await aTicket('Grinden gnisslar')
  await rowOf('Grinden gnisslar')
  expect((await rowOf('Larmet tjuter')).textContent).toMatch(/Pågående.*Bo Ek/)
  held.resolve()
  expect((await screen.findByText('Uppdaterad!')).parentElement?.textContent).toContain('Ticket har uppdaterats')
  expect(await titled('Larmet')).toMatchObject([{ status: 'in_progress', assignee: { fullName: 'Bo Ek' } }])
})

test('a change that fails is rolled back with a toast', async () => {
  const ticket = await aTicket('Fläkten låter')
  const fetch = meddling(h, ({ method, path }) =>
    method === 'PUT' && path === `/api/tickets/${ticket.id}` ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, anna, LIST, { fetch })
  await chooseOption(user, 'Status', 'Löst', await manage(user, ticket))
  await user.click(await button('Spara'))
  expect((await screen.findByText('Fel')).parentElement?.textContent).toContain('Kunde inte uppdatera ticket')
  expect((await rowOf('Fläkten låter')).textContent).toContain('Öppen')
})

test('a conflict shows the current ticket beside the user’s changes, which can be saved again', async () => {
  const ticket = await aTicket('Bilen är låst')
  const { user } = await openBackOffice(h, anna, LIST)
  const dialog = await manage(user, ticket)
  const theirs = { priority: 'urgent', assignedTo: bo.userId, version: ticket.version } as const
  await h.as(bo).call(tickets.change, { params: { id: ticket.id }, body: theirs })
  await chooseOption(user, 'Status', 'Pågående', dialog)
  await user.click(await button('Spara'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Så här står det nu:.*Öppen.*Akut.*Bo Ek/)
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'in_progress')
  await user.click(await button('Spara mitt val'))
  expect(await screen.findByText('Uppdaterad!')).toBeTruthy()
  expect(await titled('Bilen')).toMatchObject([
    { status: 'in_progress', priority: 'urgent', assignee: { fullName: 'Bo Ek' } },
  ])
})
