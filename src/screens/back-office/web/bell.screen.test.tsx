// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { choiceOf, defaultChoices, notificationEvents } from '#features/users/notification-choices.rules.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { brokenAnswer, meddling, openBackOffice } from '../testing/app.tsx'

let h: Harness
let anna: Person
let bo: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const give = async (title: string) => {
  const body = { title, description: 'x', customerId, assignedTo: anna.userId }
  return h.as(bo).call(tickets.create, { body })
}
const comment = (id: string) => h.as(kim).call(portal.comment, { params: { id }, body: { comment: 'Hallå?' } })
const unread = async () => (await h.as(anna).call(menuCounts.get, {})).notifications
/** The bell of the side menu; that of narrower windows is another. */
const bell = async (name: string) => {
  const menu = (await screen.findByRole('navigation', { name: 'Huvudmeny' })).parentElement as HTMLElement
  return within(menu).findByRole('button', { name })
}
const panel = () => screen.findByRole('dialog', { name: 'Notiser' })
const rows = async () =>
  within(await panel())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the bell shows the count, opens by keyboard, closes with Escape and gets the focus back', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice')
  await bell('Notiser')
  const first = await give('WiFi nere')
  await comment(first.id)
  const button = await bell('Notiser, 2 olästa')
  expect(button.parentElement?.textContent).toBe('2')
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  const [newest, oldest] = await rows()
  expect(newest).toMatch(/^Oläst: .+ har skrivit.*#\d+ WiFi nere · Åkeriet AB$/)
  expect(oldest).toMatch(/^Oläst: Bo Ek har gett dig ärendet.*#\d+ WiFi nere · Åkeriet AB$/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
  expect(await unread()).toBe(2)
})

test('a row leads to its ticket, which marks what concerns it as read and nothing else', async () => {
  const first = await give('WiFi nere')
  await comment(first.id)
  await give('Skrivaren')
  const { user, at } = await openBackOffice(h, anna, '/backoffice')
  await user.click(await bell('Notiser, 3 olästa'))
  await user.click(await within(await panel()).findByRole('link', { name: /har skrivit/ }))
  await waitFor(() => expect(at()).toBe(`/backoffice/tickets/${first.id}`))
  await bell('Notiser, 1 oläst')
  expect(screen.queryByRole('dialog')).toBeNull()
  // While it is open, what happens in it is read.
  await comment(first.id)
  await screen.findAllByText('Hallå?')
  await waitFor(async () => expect(await unread()).toBe(1))
  await bell('Notiser, 1 oläst')
})

test('a ticket marks what concerns those that are merged into it as read, and nothing else', async () => {
  const [merged, survivor] = [await give('WiFi nere'), await give('Nätet')]
  await comment(merged.id)
  await give('Skrivaren')
  const { version } = await h.as(bo).call(tickets.get, { params: { id: merged.id } })
  await h.as(bo).call(merging.merge, { params: { id: merged.id }, body: { into: survivor.id, version } })
  expect(await unread()).toBe(4)
  await openBackOffice(h, anna, `/backoffice/tickets/${survivor.id}`)
  await bell('Notiser, 1 oläst')
  expect(await unread()).toBe(1)
})

test('all are marked as read at once; a failure says so, and the count is true again', async () => {
  await give('WiFi nere')
  let fails = true
  const fetch = meddling(h, ({ path }) =>
    fails && path === '/api/notifications/read' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, anna, '/backoffice', { fetch })
  await user.click(await bell('Notiser, 1 oläst'))
  await user.click(await within(await panel()).findByRole('button', { name: 'Markera alla som lästa' }))
  expect(await screen.findByText('Kunde inte markera notiserna som lästa')).toBeTruthy()
  expect(await unread()).toBe(1)
  fails = false
  await user.click(await within(await panel()).findByRole('button', { name: 'Markera alla som lästa' }))
  await waitFor(async () => expect(await unread()).toBe(0))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Markera alla som lästa' })).toBeNull())
  await user.click(within(await panel()).getByRole('button', { name: 'Stäng' }))
  await bell('Notiser')
})

test('a row says that the answer is overdue, until it is given', async () => {
  const body = { title: 'WiFi nere', description: 'x', priority: 'normal' } as const
  const { id } = await h.as(kim).call(portal.create, { body })
  await h.test.superuser.query(`update tickets set due_at = now() - interval '150 minutes' where id = $1`, [id])
  const { user } = await openBackOffice(h, anna, '/backoffice')
  await user.click(await bell('Notiser, 1 oläst'))
  await waitFor(async () => expect(await rows()).toEqual([expect.stringMatching(/Svaret är försenat 2.tim$/)]))
  await closeApp()
  await h.as(bo).call(tickets.comment, { params: { id }, body: { comment: 'Vi kommer.' } })
  const again = await openBackOffice(h, anna, '/backoffice')
  await again.user.click(await bell('Notiser, 1 oläst'))
  await waitFor(async () => expect(await rows()).toEqual([expect.not.stringContaining('försenat')]))
})

test('without notifications the list says what it is for', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice')
  await user.click(await bell('Notiser'))
  expect(await within(await panel()).findByText('Inga notiser')).toBeTruthy()
  expect(
    within(await panel())
      .getByRole('link', { name: 'Välj vad du vill veta' })
      .getAttribute('href'),
  ).toBe('/backoffice/konto')
})

test('under Ditt konto each cell of the matrix is chosen at once', async () => {
  const { user } = await openBackOffice(h, anna, '/backoffice/konto')
  const table = await screen.findByRole('table', { name: 'Besked i klockan och med mejl' })
  const boxes = within(table).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual(
    notificationEvents.flatMap((event) => [
      defaultChoices[choiceOf('bell', event)],
      defaultChoices[choiceOf('mail', event)],
    ]),
  )
  await user.click(
    within(table).getByRole('checkbox', { name: 'Mejl: Jag får ett ärende eller en förfrågan av någon annan' }),
  )
  await user.click(within(table).getByRole('checkbox', { name: 'Mejl: Dagen för Påminn mig är här' }))
  await waitFor(async () =>
    expect(await h.as(anna).call(ownSettings.read, {})).toMatchObject({
      mailGiven: false,
      mailDue: true,
      bellGiven: true,
      bellDue: true,
    }),
  )
})
