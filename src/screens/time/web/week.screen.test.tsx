// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

/** The week of Monday 2026-11-16, and the week before it. */
const WEEK = '/backoffice/time/week?date=2026-11-18'
const MONDAY = '2026-11-16'
const LAST_WEEK = '2026-11-12'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string; name: string }
let ticket: TicketRow

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  await givePassword(h, technician)
  const body = { title: 'Ugnen är kall', description: 'x', customerId: customer.id }
  ticket = await h.as(technician).call(tickets.create, { body })
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterEach(closeApp)
afterAll(() => h.stop())

const add = (values: object = {}) =>
  h.as(technician).call(time.addCell, { body: { customerId: customer.id, workDate: MONDAY, minutes: 60, ...values } })
const rows = async () => (await h.as(technician).call(time.week, { query: { date: MONDAY } })).rows
const cell = (line: string, day: string) => screen.findByRole('textbox', { name: `${line}, ${day}` })
/** The field is read-only while its cell is being saved. */
const emptyCell = (user: UserEvent, line: string, day: string) => waitFor(async () => user.clear(await cell(line, day)))
const textIn = (field: HTMLElement) => (field as HTMLInputElement).value
const mondayText = 'måndag 16 november 2026'
const sums = async () =>
  within(await screen.findByRole('row', { name: /^Summa/ }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('typing in a cell creates a row, retyping changes it, and emptying removes it, with an undo', async () => {
  await add({ workDate: '2026-11-17' })
  const { user } = await openBackOffice(h, technician, WEEK)
  const monday = await cell('Åkeriet AB', mondayText)
  await user.click(monday)
  await user.keyboard('1:30{Enter}')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await waitFor(() => expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Sparat'))
  expect((await rows())[0]).toMatchObject({ workDate: MONDAY, minutes: 90, timeFrom: '08:00', isPlaced: false })
  await waitFor(async () => expect(textIn(await cell('Åkeriet AB', mondayText))).toBe('1,5'))
  expect(await sums()).toEqual([
    '1,56 tim 30 min saknas',
    '17 tim saknas',
    ...Array(2).fill('-8 tim saknas'),
    '-8 tim saknas',
    '-',
    '-',
    '2,5',
  ])
  await emptyCell(user, 'Åkeriet AB', mondayText)
  await user.keyboard('90m{Enter}')
  await waitFor(async () => expect(textIn(await cell('Åkeriet AB', mondayText))).toBe('1,5'))
  await emptyCell(user, 'Åkeriet AB', mondayText)
  await user.keyboard('2{Enter}')
  await waitFor(async () => expect((await rows())[0]).toMatchObject({ minutes: 120, timeTo: '10:00', version: 2 }))
  await emptyCell(user, 'Åkeriet AB', mondayText)
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Ångra' }))
  await waitFor(async () => expect((await rows())[0]).toMatchObject({ minutes: 120 }))
})

test('a cell that is saved with Enter and then left creates one row', async () => {
  await add({ workDate: '2026-11-17' })
  const { user } = await openBackOffice(h, technician, WEEK)
  await user.click(await cell('Åkeriet AB', mondayText))
  await user.keyboard('2{Enter}{Tab}')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await user.click(await cell('Åkeriet AB', mondayText))
  await user.keyboard('3{Enter}')
  await waitFor(async () => expect((await rows()).map(({ minutes }) => minutes)).toEqual([180, 60]))
})

test('an invalid length is retained with an error at the cell; Escape restores the saved one', async () => {
  await add()
  const { user } = await openBackOffice(h, technician, WEEK)
  await user.click(await cell('Åkeriet AB', mondayText))
  await user.keyboard('13{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Skriv timmar som 1,5, 1:30 eller 90m, högst 12 timmar.')
  const field = await cell('Åkeriet AB', mondayText)
  expect([textIn(field), field.getAttribute('aria-invalid')]).toEqual(['13', 'true'])
  await user.keyboard('{Escape}')
  expect([textIn(field), screen.queryByRole('alert')]).toEqual(['1', null])
  expect(await rows()).toMatchObject([{ minutes: 60, version: 1 }])
})

test('a row that somebody else changed is reported, and Enter again saves the typed length', async () => {
  const { id } = await add()
  let isHeld = true
  const fetch = meddling(h, ({ path }) => (path === '/api/live' && isHeld ? lostConnection() : undefined))
  const { user } = await openBackOffice(h, technician, WEEK, { fetch })
  await emptyCell(user, 'Åkeriet AB', mondayText)
  await h.as(admin).call(time.changeLength, { params: { id }, body: { minutes: 90, version: 1 } })
  await user.keyboard('3{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Någon annan hann ändra raden till 1,5 tim\./)
  expect(textIn(await cell('Åkeriet AB', mondayText))).toBe('3')
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await rows()).toMatchObject([{ minutes: 180, version: 3 }]))
  isHeld = false
})

test('while offline the input remains, and is saved once when Enter is pressed again', async () => {
  await add({ workDate: '2026-11-17' })
  let isLost = false
  const fetch = meddling(h, ({ path }) => (path === '/api/time/cells' && isLost ? lostConnection() : undefined))
  const { user } = await openBackOffice(h, technician, WEEK, { fetch })
  await user.click(await cell('Åkeriet AB', mondayText))
  isLost = true
  await user.keyboard('4{Enter}')
  expect(await screen.findByRole('alert')).toBeTruthy()
  isLost = false
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a cell of several rows, or of a reported one, opens them; each can be changed unless reported', async () => {
  await add()
  await h.as(technician).call(time.create, {
    body: { customerId: customer.id, workDate: MONDAY, timeFrom: '08:30', timeTo: '10:00', description: 'Bytt switch' },
  })
  const reported = await add({ workDate: '2026-11-18' })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
    reported.id,
  ])
  const { user } = await openBackOffice(h, technician, WEEK)
  const open = await screen.findByRole('button', { name: `Visa 2 tidrader: Åkeriet AB, ${mondayText}` })
  expect(screen.queryByRole('textbox', { name: `Åkeriet AB, ${mondayText}` })).toBeNull()
  await user.click(open)
  const dialog = within(await screen.findByRole('dialog', { name: 'Åkeriet AB' }))
  const items = dialog.getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('1 tim, klockslag ej angivet'),
    expect.stringContaining('1,5 tim, 08:30–10:00Bytt switch'),
  ])
  await user.click(within(items[0]!).getByRole('button', { name: 'Ändra' }))
  expect(await screen.findByRole('dialog', { name: 'Ändra tidrad' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /^Visa tidraden: Åkeriet AB, onsdag/ }))
  const locked = within(await screen.findByRole('dialog', { name: 'Åkeriet AB' }))
  expect(locked.getByText(/rapporterad/)).toBeTruthy()
  expect(locked.queryByRole('button', { name: 'Ändra' })).toBeNull()
})

test('a length on a closed day is marked as not after hours, with a button to enter clock times', async () => {
  await add()
  await add({ workDate: '2026-11-21' })
  const { user } = await openBackOffice(h, technician, WEEK)
  const saturday = 'Åkeriet AB, lördag 21 november 2026'
  const notice = await screen.findByText(/^Räknas inte som jour\. Var det jour\?/)
  expect(notice.textContent).toBe('Räknas inte som jour. Var det jour? Ange klockslag.')
  await user.click(screen.getByRole('button', { name: `Ange klockslag: ${saturday}` }))
  await user.click(await screen.findByRole('button', { name: 'Ändra' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Arbetet gjordes de här klockslagen' }))
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  await waitFor(async () => expect((await rows()).at(-1)).toMatchObject({ isPlaced: true, timeFrom: '08:00' }))
  await waitFor(() => expect(screen.queryByText(/Räknas inte som jour/)).toBeNull())
})

test('the text and place of work of a line apply to its new entries', async () => {
  await add({ workDate: '2026-11-17' })
  const { user } = await openBackOffice(h, technician, WEEK)
  await user.click(await screen.findByRole('button', { name: 'Beskrivning och plats: Åkeriet AB' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Åkeriet AB' }))
  await user.type(dialog.getByRole('textbox', { name: 'Beskrivning' }), 'Bytt switch')
  await user.click(dialog.getByRole('checkbox', { name: 'På plats' }))
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('På plats, Bytt switch')).toBeTruthy()
  await user.click(await cell('Åkeriet AB', mondayText))
  await user.keyboard('2{Enter}')
  await waitFor(async () =>
    expect(await rows()).toMatchObject([{ description: 'Bytt switch', kind: 'onsite' }, { description: null }]),
  )
})

test('A-542: a long day needs a confirmation; declining retains the input', async () => {
  await add({ minutes: 720, customerId: (await h.aCustomer({ orgId: customer.orgId, name: 'Berg AB' })).id })
  await add({ workDate: '2026-11-17' })
  const { user } = await openBackOffice(h, technician, WEEK)
  const type = async () => {
    await user.click(await cell('Åkeriet AB', mondayText))
    await user.keyboard('{Control>}a{/Control}12{Enter}')
  }
  await type()
  const question = await screen.findByRole('alertdialog', { name: 'Spara ändå?' })
  expect(question.textContent).toContain('Det blir 24 tim den 2026-11-16.')
  await user.click(within(question).getByRole('button', { name: 'Ändra tiden' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Inte sparat/)
  expect(await rows()).toHaveLength(2)
  await type()
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Spara' }))
  await waitFor(async () => expect(await rows()).toHaveLength(3))
})

test('overlapping times are shown', async () => {
  for (const [timeFrom, timeTo] of [
    ['08:00', '10:00'],
    ['09:30', '11:00'],
  ] as const)
    await h.as(technician).call(time.create, { body: { customerId: customer.id, workDate: MONDAY, timeFrom, timeTo } })
  await openBackOffice(h, technician, WEEK)
  await waitFor(async () => expect((await sums())[0]).toContain('30 min överlapp'))
})

test('the lines of the previous week are copied without hours; a line can be added for a ticket', async () => {
  const archived = await h.aCustomer({ orgId: customer.orgId, name: 'Gamla AB' })
  await add({ customerId: archived.id, workDate: LAST_WEEK })
  await h.as(admin).call(customers.remove, { params: { id: archived.id } })
  await add({ workDate: LAST_WEEK })
  const { user } = await openBackOffice(h, technician, WEEK)
  expect(await screen.findByText('Ingen tid den här veckan')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Kopiera förra veckan' }))
  expect(await screen.findByText('1 rad från förra veckan')).toBeTruthy()
  expect(textIn(await cell('Åkeriet AB', mondayText))).toBe('')
  expect(screen.queryByText('Gamla AB')).toBeNull()
  const form = within(screen.getByRole('form', { name: 'Ny rad i veckan' }))
  await user.click(form.getByLabelText('Kund', { selector: 'input' }))
  await user.paste('Åke')
  await user.click(await screen.findByRole('option', { name: 'Åkeriet AB' }))
  const label = `#${ticket.ticketNumber} Ugnen är kall`
  await waitFor(() => expect(form.getByRole('option', { name: label })).toBeTruthy())
  await user.selectOptions(form.getByRole('combobox', { name: 'Ärende' }), label)
  await user.click(form.getByRole('button', { name: 'Lägg till rad' }))
  await user.click(await cell(`Åkeriet AB, ${label}`, mondayText))
  await user.keyboard('2{Enter}')
  await waitFor(async () => expect(await rows()).toMatchObject([{ ticket: { id: ticket.id }, minutes: 120 }]))
  // Lines without rows are not shown to another user.
  await closeApp()
  await givePassword(h, admin)
  await openBackOffice(h, admin, WEEK)
  expect(await screen.findByText('Ingen tid den här veckan')).toBeTruthy()
})

test('buttons lead to the other weeks, which have their own URL', async () => {
  await add({ workDate: LAST_WEEK })
  const { user, at } = await openBackOffice(h, technician, WEEK)
  await user.click(await screen.findByRole('button', { name: 'Föregående vecka' }))
  expect(textIn(await cell('Åkeriet AB', 'torsdag 12 november 2026'))).toBe('1')
  await waitFor(() => expect(at()).toBe('/backoffice/time/week?date=2026-11-09'))
})

test('times that were not given are marked in Tidrapport', async () => {
  await add()
  await openBackOffice(h, technician, '/backoffice/time')
  expect((await screen.findByRole('row', { name: /Åkeriet AB/ })).textContent).toContain(
    'Klockslag ej angivet: 08:00–09:00',
  )
})
