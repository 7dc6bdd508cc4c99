// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { TOO_LATE } from '#features/tickets/bulk.contract.ts'
import { type NewTicket, type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const LIST = '/backoffice/tickets?tab=active'

let h: Harness
let anna: Person
let bo: Person
let made: TicketRow[]

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  await givePassword(h, anna)
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  const aTicket = (title: string, fields: Partial<NewTicket> = {}) =>
    h.as(anna).call(tickets.create, { body: { title, description: 'x', customerId, ...fields } })
  made = [
    await aTicket('Fjärde'),
    await aTicket('Tredje'),
    await aTicket('Andra'),
    await aTicket('Första'),
  ].toReversed()
})
afterEach(async () => {
  await closeApp()
  localStorage.clear()
})
afterAll(() => h.stop())

const box = (index: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Markera #${made[index]?.ticketNumber}` })
const bar = async () => within(await screen.findByRole('region', { name: 'Markerade ärenden' }))
const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Markerade ärenden' })).toBeNull())
const count = async () => (await bar()).getByRole('status').textContent
const stored = (index: number) => h.as(anna).call(tickets.get, { params: { id: made[index]?.id ?? '' } })
const statuses = () => Promise.all([0, 1, 2, 3].map(async (index) => (await stored(index)).status))
const undoButton = () => screen.findByRole('button', { name: /Ångra/ })

test('x selects the row with the focus, s sets the status of all selected ones, and Ångra restores them', async () => {
  const { user } = await openBackOffice(h, anna, LIST)
  await box(0)
  await user.keyboard('jxjjx')
  expect(await count()).toBe('2 valda')
  expect(await Promise.all([0, 1, 2].map(async (index) => (await box(index)).checked))).toEqual([true, false, true])
  await user.keyboard('s')
  const list = within(await screen.findByRole('list', { name: 'Status för de markerade' }))
  expect(document.activeElement).toBe(list.getByRole('button', { name: 'Öppen' }))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await screen.findByText(/^2 ärenden lösta/)).toBeTruthy()
  await noBar()
  expect(await statuses()).toEqual(['resolved', 'open', 'resolved', 'open'])
  fireEvent.click(await undoButton())
  expect(await screen.findByText('2 ärenden återställda')).toBeTruthy()
  expect(await statuses()).toEqual(['open', 'open', 'open', 'open'])
})

test('Shift selects a range, the header all on the page, and Escape clears', async () => {
  const { user } = await openBackOffice(h, anna, LIST)
  await user.click(await box(0))
  await user.keyboard('{Shift>}')
  await user.click(await box(2))
  await user.keyboard('{/Shift}')
  expect(await count()).toBe('3 valda')
  await user.click(screen.getByRole('checkbox', { name: 'Markera alla på sidan' }))
  expect(await count()).toBe('4 valda')
  await user.keyboard('{Escape}')
  await noBar()
  await user.click(await box(3))
  expect(await count()).toBe('1 vald')
  await user.click((await bar()).getByRole('button', { name: 'Avmarkera' }))
  await noBar()
  expect((await box(3)).checked).toBe(false)
})

test('t takes the selected ones, and Tilldela… gives them to a colleague or nobody', async () => {
  const { user } = await openBackOffice(h, anna, LIST)
  await user.click(await box(1))
  await user.keyboard('t')
  expect(await screen.findByText(/^1 ärende är ditt/)).toBeTruthy()
  expect((await stored(1)).assignee?.id).toBe(anna.userId)
  await noBar()
  for (const [name, toast, assignee] of [
    ['Bo Ek', /^2 ärenden tilldelade Bo Ek/, bo.userId],
    ['Ingen ansvarig', /^2 ärenden utan ansvarig/, undefined],
  ] as const) {
    for (const index of [0, 1]) await user.click(await box(index))
    await user.click((await bar()).getByRole('button', { name: 'Tilldela…' }))
    await user.click(within(await screen.findByRole('list', { name: 'Tilldela de markerade' })).getByText(name))
    expect(await screen.findByText(toast)).toBeTruthy()
    await noBar()
    expect((await stored(0)).assignee?.id).toBe(assignee)
  }
})

test('what was not changed is said with the reason, and so is an undo that comes too late', async () => {
  const { user } = await openBackOffice(h, anna, LIST)
  for (const index of [0, 1]) await user.click(await box(index))
  const { id, version } = await stored(1)
  await h.test.superuser.query(`update tickets set version = version + 1 where id = $1`, [id])
  expect(version).toBe(1)
  await user.click((await bar()).getByRole('button', { name: 'Status…' }))
  await user.click(await screen.findByRole('button', { name: 'Stängd' }))
  expect(await screen.findByText(/^1 ärende stängt/)).toBeTruthy()
  expect(screen.getByText(`#${made[1]?.ticketNumber} ändrades av någon annan`)).toBeTruthy()
  await h.test.superuser.query('delete from bulk_changes')
  fireEvent.click(await undoButton())
  expect(await screen.findByText(TOO_LATE)).toBeTruthy()
  expect((await stored(0)).status).toBe('closed')
})

test('a lost answer leaves the selection, and the same press again neither repeats the change nor loses Ångra', async () => {
  let isLost = true
  const fetch = meddling(h, ({ path }, pass) => {
    if (!path.endsWith('/bulk') || !isLost) return undefined
    isLost = false
    return pass().then(lostConnection)
  })
  const { user } = await openBackOffice(h, anna, LIST, { fetch })
  await user.click(await box(0))
  const press = async () => {
    await user.click((await bar()).getByRole('button', { name: 'Status…' }))
    await user.click(await screen.findByRole('button', { name: 'Löst' }))
  }
  await press()
  await waitFor(() => expect(isLost).toBe(false))
  await screen.findByText(/^1 ärende löst|Kunde inte ändra ärendena/)
  expect((await stored(0)).version).toBe(2)
})

test('in Att göra only tickets can be selected, and another tab clears the selection', async () => {
  await anEnquiry(h, { orgId: anna.orgId ?? '', name: 'Sofia Lind', message: 'Ring mig' })
  const { user } = await openBackOffice(h, anna, '/backoffice/tickets?view=todo')
  const row = await screen.findByRole('row', { name: /Ring mig/ })
  expect(within(row).queryByRole('checkbox')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Välj' }))
  expect((await bar()).getByRole('button', { name: 'Ta' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('checkbox', { name: 'Markera alla på sidan' }))
  expect(await count()).toBe('4 valda')
  await user.click(screen.getByRole('tab', { name: /Aktiva/ }))
  await screen.findByRole('table', { name: 'Aktiva tickets' })
  await noBar()
  expect((await box(0)).checked).toBe(false)
})
