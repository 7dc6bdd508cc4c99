// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { agreements } from '#features/billing/agreements.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { ticketKeysOf } from '#features/tickets/web/tickets.api.ts'
import { RUT_IS_PRIVATE, TICKET_OF_OTHER_CUSTOMER, time } from '#features/time/time.contract.ts'
import { timesText } from '#features/time/time.rules.ts'
import { lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const TIME = '/backoffice/time'
const span = { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:30' }

let h: Harness
let anna: Person
let bo: Person
let customer: { id: string; name: string; orgId: string }
let neighbour: { id: string; name: string; orgId: string }
let ticket: TicketRow

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
  customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  neighbour = await h.aCustomer({ orgId, name: 'Grannens Golv' })
  await givePassword(h, anna)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from time_entries')
  ticket = await aTicket('Ugnen är kall', customer.id)
  await aTicket('Golvet knarrar', neighbour.id)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTicket = (title: string, customerId: string) =>
  h.as(anna).call(tickets.create, { body: { title, description: 'Sedan i morse', customerId } })
const log = (values: object = {}) =>
  h.as(anna).call(time.create, { body: { customerId: customer.id, ...span, ...values } })
const logged = async () => (await h.as(bo).call(time.list, { query: { reported: 'true' } })).rows
const choicesOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const pathOf = ({ id }: TicketRow) => `/backoffice/tickets/${id}`

describe('Tidrapport', () => {
  const form = () => within(screen.getByRole('form', { name: 'Ny tidrad' }))
  const field = (name: string) => form().getByLabelText(name, { selector: 'input, select' })
  const chooseCustomer = async (user: UserEvent, name: string) => {
    await user.clear(field('Kund'))
    await user.type(field('Kund'), name)
    await user.click(await screen.findByRole('option', { name }))
  }

  test('the form offers the customer’s tickets, and another customer clears the choice', async () => {
    const { user } = await openBackOffice(h, anna, TIME)
    await screen.findByRole('form', { name: 'Ny tidrad' })
    expect(choicesOf(field('Ärende'))).toEqual(['Välj kund först'])
    expect(field('Ärende')).toHaveProperty('disabled', false)
    await chooseCustomer(user, 'Bergs Bageri')
    const label = `#${ticket.ticketNumber} Ugnen är kall`
    await waitFor(() => expect(choicesOf(field('Ärende'))).toContain(label))
    expect(choicesOf(field('Ärende')).join()).not.toContain('Golvet')
    await user.selectOptions(field('Ärende'), label)
    await chooseCustomer(user, 'Grannens Golv')
    await waitFor(() => expect(field('Ärende')).toHaveProperty('value', ''))
    await chooseCustomer(user, 'Bergs Bageri')
    await user.selectOptions(field('Ärende'), label)
    await user.click(field('På plats'))
    await user.click(field('Från'))
    await user.paste('08:00')
    await user.click(field('Till'))
    await user.paste('09:30')
    await user.click(form().getByRole('button', { name: 'Spara' }))
    const link = await screen.findByRole('link', { name: label })
    expect(link.getAttribute('href')).toBe(pathOf(ticket))
    expect(link.closest('tr')?.textContent).toContain('På plats')
    expect(await logged()).toMatchObject([{ ticket: { id: ticket.id }, kind: 'onsite' }])
    expect([field('Ärende'), field('På plats')]).toMatchObject([{ value: '' }, { checked: false }])
  })

  test('the dialog shows and changes both, and a refusal is shown at the field', async () => {
    await log({ ticketId: ticket.id })
    const fetch = meddling(h, ({ method, path }) =>
      method === 'PUT' && path.startsWith('/api/time/') && isRefused ? Promise.resolve(refusal()) : undefined,
    )
    let isRefused = true
    const { user } = await openBackOffice(h, anna, TIME, { fetch })
    await user.click(await screen.findByRole('button', { name: 'Ändra rad' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
    const select = dialog.getByRole('combobox', { name: 'Ärende' })
    expect(select).toHaveProperty('value', ticket.id)
    await user.click(dialog.getByRole('checkbox', { name: 'På plats' }))
    await user.click(dialog.getByRole('button', { name: 'Spara' }))
    await waitFor(() => expect(problemOf(select)).toBe(TICKET_OF_OTHER_CUSTOMER))
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Spara' }))
    expect(await screen.findByText('Tidrad uppdaterad!')).toBeTruthy()
    expect(await logged()).toMatchObject([{ ticket: { id: ticket.id }, kind: 'onsite' }])
  })

  test('after a conflict the ticket and kind of work of the current row are shown', async () => {
    const { id, version } = await log()
    const { user } = await openBackOffice(h, anna, TIME)
    await user.click(await screen.findByRole('button', { name: 'Ändra rad' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
    await user.type(dialog.getByRole('textbox', { name: 'Beskrivning' }), 'Min text')
    const body = { customerId: customer.id, ...span, ticketId: ticket.id, kind: 'onsite' as const, version }
    await h.as(bo).call(time.change, { params: { id }, body })
    await user.click(dialog.getByRole('button', { name: 'Spara' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/på plats.*#\d+ Ugnen är kall/)
    await user.click(dialog.getByRole('button', { name: 'Spara min version' }))
    expect(await screen.findByText('Tidrad uppdaterad!')).toBeTruthy()
    expect(await logged()).toMatchObject([{ ticket: { id: ticket.id }, kind: 'onsite', description: 'Min text' }])
  })

  test('the URL limits the list to a ticket, and a button removes the limit', async () => {
    await log({ ticketId: ticket.id, description: 'Bytt säkring' })
    await log({ description: 'Något annat' })
    const { user, at } = await openBackOffice(h, anna, `${TIME}?ticketId=${ticket.id}`)
    expect(await screen.findByRole('row', { name: /Bytt säkring/ })).toBeTruthy()
    expect(screen.queryByRole('row', { name: /Något annat/ })).toBeNull()
    expect(screen.getByRole('row', { name: /Summa/ }).textContent).toContain('1,50')
    await user.click(screen.getByRole('button', { name: 'Visa alla ärenden' }))
    expect(await screen.findByRole('row', { name: /Något annat/ })).toBeTruthy()
    expect(at()).toBe(TIME)
  })
})

const refusal = () =>
  Response.json(
    {
      error: {
        code: 'invalid',
        message: TICKET_OF_OTHER_CUSTOMER,
        requestId: 'x',
        fields: { ticketId: TICKET_OF_OTHER_CUSTOMER },
      },
    },
    { status: 422 },
  )

describe('the ticket', () => {
  test('shows the sum of its time with a link to the rows; a dialog adds one with the ticket’s title', async () => {
    const { user } = await openBackOffice(h, anna, pathOf(ticket))
    expect(await screen.findByText('Ingen tid')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Registrera tid' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny tidrad' }))
    expect(dialog.queryByLabelText('Kund')).toBeNull()
    await user.click(dialog.getByRole('radio', { name: '45 min' }))
    await user.click(dialog.getByRole('checkbox', { name: 'På plats' }))
    await user.click(dialog.getByRole('button', { name: 'Spara' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    const [row] = await logged()
    expect(row).toMatchObject({ description: 'Ugnen är kall', kind: 'onsite', ticket: { id: ticket.id } })
    expect(row?.minutes).toBe(45)
    const sum = await screen.findByRole('link', { name: / tim$/ })
    expect(sum.getAttribute('href')).toBe(`${TIME}?ticketId=${ticket.id}&reported=true&who=all`)
  })

  test('a time event refetches the tickets that it names, or all', () => {
    const event = { about: 'time', hasReported: false } as const
    expect(ticketKeysOf({ ...event, ticketIds: ['a', 'b'] })).toEqual([
      ['tickets', 'one', 'a'],
      ['tickets', 'one', 'b'],
    ])
    expect(ticketKeysOf({ ...event, ticketIds: null })).toEqual([['tickets', 'one']])
  })
})

describe('the composer', () => {
  const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
  const choose = async (user: UserEvent, length: string) => {
    await user.click(screen.getByRole('button', { name: 'Tid' }))
    await user.click(screen.getByRole('radio', { name: length }))
  }

  test('comments, resolves and logs time in one press; the next comment has no time', async () => {
    const { user } = await openBackOffice(h, anna, pathOf(ticket))
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '1,5 tim')
    await user.click(screen.getByRole('checkbox', { name: 'På plats' }))
    await user.click(screen.getByRole('button', { name: 'Skicka och lös' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: /Tillbaka till/ }))
    expect(await screen.findByRole('link', { name: / tim$/ })).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'resolved')
    expect(await logged()).toMatchObject([{ kind: 'onsite', description: 'Ugnen är kall', ticket: { id: ticket.id } }])
    expect(await text()).toHaveProperty('value', '')
    expect(screen.queryByRole('radio', { name: '1,5 tim' })).toBeNull()
  })

  test('time on site can be RUT at a private customer, never at a company', async () => {
    const { user } = await openBackOffice(h, anna, pathOf(ticket))
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '1 tim')
    await user.click(screen.getByRole('checkbox', { name: 'På plats' }))
    expect(screen.queryByRole('checkbox', { name: 'RUT-arbete' })).toBeNull()
    await closeApp()
    const home = await h.aCustomer({ orgId: customer.orgId, name: 'Karin Lund' })
    const setPrivate = (isPrivate: boolean) =>
      h.as(bo).call(agreements.setBilling, { params: { id: home.id }, body: { vat: 'standard', isPrivate } })
    await setPrivate(true)
    const { user: again } = await openBackOffice(h, anna, pathOf(await aTicket('Datorn är seg', home.id)))
    await again.type(await text(), 'Minnet är utbyggt.')
    await choose(again, '1 tim')
    await again.click(screen.getByRole('checkbox', { name: 'På plats' }))
    await again.click(await screen.findByRole('checkbox', { name: 'RUT-arbete' }))
    // Not on site any more: the mark is removed too.
    await again.click(screen.getByRole('checkbox', { name: 'På plats' }))
    expect(screen.queryByRole('checkbox', { name: 'RUT-arbete' })).toBeNull()
    await again.click(screen.getByRole('checkbox', { name: 'På plats' }))
    expect(await screen.findByRole('checkbox', { name: 'RUT-arbete' })).toHaveProperty('checked', false)
    await again.click(screen.getByRole('checkbox', { name: 'RUT-arbete' }))
    // The customer has become a company: an error is shown at the time, and the mark can be removed.
    await setPrivate(false)
    await again.click(screen.getByRole('button', { name: 'Skicka' }))
    expect(await screen.findByText(RUT_IS_PRIVATE)).toBeTruthy()
    await setPrivate(true)
    await again.click(screen.getByRole('button', { name: 'Skicka' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    expect(await logged()).toMatchObject([{ kind: 'onsite', isRut: true, customer: { id: home.id } }])
  })

  test('A-543: the span is shown before sending, and is stored', async () => {
    const { user } = await openBackOffice(h, anna, pathOf(ticket))
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '30 min')
    const shown = await screen.findByRole('status', { name: 'När tiden läggs' })
    expect(shown.textContent).toMatch(/^\d\d:\d\d–\d\d:\d\d$/)
    const times = shown.textContent
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    expect((await logged()).map(timesText)).toEqual([times])
  })

  test('A-543: if the own time overlaps, a gap or no clock times are proposed, or from and to required', async () => {
    const proposals = [
      { span: { ...span, fromIsFirst: false, toIsFirst: false }, isMoved: true, needsTimes: false },
      { span: null, isMoved: false, needsTimes: false },
      { span: null, isMoved: false, needsTimes: true },
    ]
    let proposal = proposals[0]
    const fetch = meddling(h, ({ path }) =>
      path.startsWith('/api/time/until-now') ? Promise.resolve(Response.json(proposal)) : undefined,
    )
    const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '30 min')
    const shown = () => screen.findByRole('status', { name: 'När tiden läggs' })
    expect((await shown()).textContent).toBe('08:00–09:30, för du har redan tid fram till nu')
    proposal = proposals[1]
    await user.click(screen.getByRole('radio', { name: '1 tim' }))
    await waitFor(async () => expect((await shown()).textContent).toMatch(/^Klockslag ej angivet: /))
    proposal = proposals[2]
    await user.click(screen.getByRole('radio', { name: '1,5 tim' }))
    await user.type(await screen.findByRole('textbox', { name: 'Från' }), '0001')
    await user.type(screen.getByRole('textbox', { name: 'Till' }), '0002')
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    expect(await logged()).toMatchObject([{ timeFrom: '00:01', timeTo: '00:02', isPlaced: true, minutes: 1 }])
  })

  test('the text of the entry can be changed, and Ingen sends no time', async () => {
    const { user } = await openBackOffice(h, anna, pathOf(ticket))
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '15 min')
    await user.click(screen.getByRole('button', { name: 'Ändra tidradens text' }))
    const own = screen.getByRole('textbox', { name: 'Tidradens text' })
    expect(own).toHaveProperty('value', 'Ugnen är kall')
    await user.clear(own)
    await user.type(own, 'Bytt säkring')
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    await waitFor(async () => expect(await logged()).toMatchObject([{ description: 'Bytt säkring' }]))
    await waitFor(async () => expect(await text()).toHaveProperty('value', ''))
    await user.type(await text(), 'Hör av er.')
    await choose(user, '15 min')
    await user.click(screen.getByRole('radio', { name: 'Ingen' }))
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    await waitFor(async () => expect(await text()).toHaveProperty('value', ''))
    expect(await logged()).toHaveLength(1)
  })

  test('A-342: refused time saves nothing, retains text and choice, and shows why at the choice', async () => {
    const archived = await h.aCustomer({ orgId: customer.orgId, name: 'Nedlagda AB' })
    const closed = await aTicket('Sista ärendet', archived.id)
    await h.as(bo).call(customers.remove, { params: { id: archived.id } })
    const { user } = await openBackOffice(h, anna, pathOf(closed))
    await user.type(await text(), 'Klart.')
    await choose(user, '2 tim')
    await user.click(screen.getByRole('button', { name: 'Skicka och lös' }))
    const group = screen.getByRole('radiogroup', { name: 'Tid fram till nu' })
    await waitFor(() => expect(problemOf(group)).toMatch(/Kunden är arkiverad/))
    expect(await text()).toHaveProperty('value', 'Klart.')
    expect(screen.getByRole('radio', { name: '2 tim' })).toHaveProperty('checked', true)
    const { thread, ticket: now } = await h.as(bo).call(tickets.screen, { params: { id: closed.id } })
    expect([thread, now.status, await logged()]).toEqual([[], 'open', []])
  })

  test('A-342: a retry after a lost response creates one comment and one time entry', async () => {
    let isLost = true
    const fetch = meddling(h, ({ method, path }, pass) =>
      method === 'POST' && path.endsWith('/comments') && isLost ? pass().then(lostConnection) : undefined,
    )
    const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '30 min')
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Ingen kontakt med servern')
    isLost = false
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    expect(await logged()).toHaveLength(1)
  })

  test('the choice is restored after navigation and after the end of the session', async () => {
    const { user, router } = await openBackOffice(h, anna, pathOf(ticket))
    await user.type(await text(), 'Säkringen är bytt.')
    await choose(user, '1 tim')
    const draft = () => h.as(anna).call(tickets.draft, { params: { id: ticket.id } })
    await waitFor(async () => expect((await draft()).comment).toBe('Säkringen är bytt.'))
    await act(() => router.navigate('/backoffice/tickets'))
    await act(() => router.navigate(pathOf(ticket)))
    expect(await screen.findByRole('radio', { name: '1 tim' })).toHaveProperty('checked', true)
    await endBrowserSessions(h, anna)
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    await signIn(anna)
    expect(await screen.findByRole('radio', { name: '1 tim' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('button', { name: 'Skicka' }))
    await waitFor(async () => expect(await logged()).toHaveLength(1))
  })
})
