// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { endSession } from '#features/auth/web/sign-out.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { lostConnection, meddling, openBackOffice } from '../testing/app.tsx'

const LIST = '/backoffice/tickets'

let h: Harness
let orgId: string
let customerId: string
let anna: Person
let ticket: TicketRow

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await newPerson('Anna Ask')
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  ticket = await aTicket('Kvarnen tiger')
})
afterEach(closeApp)
afterAll(() => h.stop())

async function newPerson(fullName: string) {
  const person = await h.aTechnician({ orgId, fullName })
  await givePassword(h, person)
  return person
}

const aTicket = (title: string) => h.as(anna).call(tickets.create, { body: { title, description: 'x', customerId } })
const pathOf = ({ id }: TicketRow) => `${LIST}/${id}`
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const composer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Sök eller välj' })
const group = (name: string) => screen.findByRole('group', { name })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '')
/** What a screen reader says to be active. */
const active = () =>
  document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent
const openPalette = async (user: UserEvent) => {
  await user.keyboard('{Control>}k{/Control}')
  return field()
}
/** What a screen reader says once the server has answered. */
const status = () => screen.getByRole('dialog').querySelector('[role=status]')?.textContent
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sök' })).toBeNull())

test('what is typed before its code has loaded is in its field', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice/konto')
  await heading('Ditt konto')
  await user.keyboard('{Control>}k{/Control}vecka')
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'vecka'))
})

test('Ctrl-K opens it in a text field, Escape returns to the field, whose text and selection stay', async () => {
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  const text = await composer()
  await user.type(text, 'Hej hopp')
  text.setSelectionRange(3, 3)
  const search = await openPalette(user)
  expect(document.activeElement).toBe(search)
  await user.keyboard('kund')
  expect(search.value).toBe('kund')
  expect(options()).toContain('Kunder')
  await user.tab()
  expect(screen.getByRole('dialog', { name: 'Sök' }).contains(document.activeElement)).toBe(true)
  search.focus()
  await user.keyboard('{Escape}')
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(text))
  expect([text.value, text.selectionStart]).toEqual(['Hej hopp', 3])
  await user.keyboard('{Meta>}k{/Meta}')
  const again = await field()
  expect(document.activeElement).toBe(again)
  expect(again.value).toBe('')
})

test('the arrows go round, the active option is announced, and Enter opens it', async () => {
  const { user, at } = await openBackOffice(h, anna, '/backoffice/konto')
  await heading('Ditt konto')
  await openPalette(user)
  await user.keyboard('in')
  await waitFor(() => expect(status()).toMatch(/träff/))
  const found = options()
  expect(found[0]).toBe('Inkorg')
  expect(active()).toBe(found[0])
  await user.keyboard('{ArrowUp}')
  expect(active()).toBe(found.at(-1))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toBe(found[1])
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
  await user.keyboard('{ArrowUp}{Enter}')
  await heading('Inkorg')
  await isClosed()
  expect(at()).toBe('/backoffice/inbox')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('Ctrl+Enter opens an address in a new tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, at } = await openBackOffice(h, anna, '/backoffice/konto')
  await heading('Ditt konto')
  await openPalette(user)
  await user.keyboard('arkiv{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledWith('/backoffice/archive', '_blank', 'noopener')
  await isClosed()
  expect(at()).toBe('/backoffice/konto')
  open.mockRestore()
})

test('the server’s hits come after what the device has, are counted, and open', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice/konto')
  await heading('Ditt konto')
  await user.click(screen.getAllByRole('button', { name: 'Sök' })[0] as HTMLElement)
  await user.type(await field(), 'kvarnen')
  const hits = await group('Ärenden')
  expect(within(hits).getByRole('option').textContent).toBe(`#${ticket.ticketNumber} Kvarnen tigerBergs Bageri`)
  await waitFor(() => expect(status()).toBe('1 träff'))
  await user.click(within(hits).getByRole('option'))
  await heading('Kvarnen tiger')
})

test('an answer to former text never replaces a newer one, and is not shown for another text', async () => {
  const held: (() => void)[] = []
  const fetch = meddling(h, ({ path, search }, pass) => {
    if (path !== '/api/palette' || search.get('search') !== 'be') return undefined
    return new Promise((resolve) => held.push(() => resolve(pass())))
  })
  const { user } = await openBackOffice(h, anna, '/backoffice/konto', { fetch })
  await heading('Ditt konto')
  await user.type(await openPalette(user), 'be')
  await waitFor(() => expect(held).toHaveLength(1))
  await user.clear(await field())
  await user.type(await field(), 'kvarnen')
  await group('Ärenden')
  for (const answer of held) answer()
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('group', { name: 'Kunder' })).toBeNull()
  expect(await group('Ärenden')).toBeTruthy()
  await user.clear(await field())
  await user.type(await field(), 'arkiv')
  expect(screen.queryByRole('group', { name: 'Ärenden' })).toBeNull()
  expect(await group('Sidor')).toBeTruthy()
})

test('a number and Enter, faster than the server, open that ticket', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice/konto')
  await heading('Ditt konto')
  await openPalette(user)
  await user.keyboard(`#${ticket.ticketNumber}{Enter}`)
  await heading('Kvarnen tiger')
})

test('without the server it says so, and what the device has can be chosen', async () => {
  const fetch = meddling(h, ({ path }) => (path === '/api/palette' ? lostConnection() : undefined))
  const { user } = await openBackOffice(h, anna, '/backoffice/konto', { fetch })
  await heading('Ditt konto')
  await user.type(await openPalette(user), 'inkorg')
  await waitFor(() => expect(status()).toBe('Kunde inte söka på servern. 1 träff på den här enheten.'))
  await user.keyboard('{Enter}')
  await heading('Inkorg')
})

test('the acts of the open ticket are first, do what its controls do, and are not offered over a dialog', async () => {
  const person = await newPerson('Knut Knapp')
  const { user } = await openBackOffice(h, person, pathOf(ticket))
  await composer()
  await screen.findByRole('option', { name: 'Knut Knapp' })
  await openPalette(user)
  expect(active()).toBe('Svara kundena')
  await user.keyboard('intern{Enter}')
  await isClosed()
  expect(document.activeElement).toBe(await composer())
  expect(await screen.findByRole('button', { name: 'Spara internt' })).toBeTruthy()
  await openPalette(user)
  await user.keyboard('ta är{Enter}')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Ansvarig' })).toHaveProperty('value', person.userId))
  expect(document.activeElement).toBe(await composer())
  await openPalette(user)
  await user.keyboard('ändra status{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Status' })))
  await openPalette(user)
  await user.keyboard('påminn{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Påminn mig' })).toBeTruthy()
  await openPalette(user)
  expect(screen.queryByRole('group', { name: 'Det du har öppet' })).toBeNull()
  await user.keyboard('{Escape}')
  await isClosed()
  expect(screen.getByRole('dialog', { name: 'Påminn mig' })).toBeTruthy()
})

test('tickets and customers that were opened are recent, on this device until the person signs out', async () => {
  const { user, router } = await openBackOffice(h, anna, pathOf(ticket))
  await composer()
  await router.navigate(`/backoffice/customers/${customerId}`)
  await heading('Bergs Bageri')
  await router.navigate('/backoffice/konto')
  await heading('Ditt konto')
  await openPalette(user)
  const recent = within(await group('Senaste')).getAllByRole('option')
  expect(recent.map(({ textContent }) => textContent)).toEqual([
    'Bergs Bageri',
    `#${ticket.ticketNumber} Kvarnen tigerBergs Bageri`,
  ])
  await user.keyboard(`#${ticket.ticketNumber}`)
  expect(active()).toContain('Kvarnen tiger')
  const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('recent:'))
  expect(stored()).toEqual([`recent:${anna.userId}`])
  await endSession()
  expect(stored()).toEqual([])
})

test('Ny tidrad opens Tidrapport with the focus in its form', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice/konto')
  await heading('Ditt konto')
  await openPalette(user)
  await user.keyboard('ny tid{Enter}')
  await heading('Tidrapport')
  const form = screen.getByRole('form', { name: 'Ny tidrad' })
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByRole('combobox', { name: 'Kund' })))
})

test('it works with the letters turned off, and opens a new customer', async () => {
  const person = await newPerson('Utan Bokstäver')
  await h.as(person).call(ownSettings.change, { body: { usesShortcuts: false } })
  const { user } = await openBackOffice(h, person, '/backoffice/konto')
  await heading('Ditt konto')
  await openPalette(user)
  await user.keyboard('ny kund{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Ny kund' })
  await user.type(within(dialog).getByRole('textbox', { name: /Namn/ }), 'Nya Kunden{Enter}')
  await waitFor(async () => {
    const { rows } = await h.as(person).call(customers.list, { query: { search: 'Nya Kunden' } })
    expect(rows).toHaveLength(1)
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
