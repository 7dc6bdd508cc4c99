// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { staffNotifications } from '#features/inbox/staff-notifications.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let bo: Person
let twin: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  twin = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  await h.aTechnician({ orgId, fullName: 'Cecilia Dal' })
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

async function openTicket() {
  const body = { title: 'WiFi nere', description: 'Ingen kontakt', customerId }
  const { id } = await h.as(anna).call(tickets.create, { body })
  const { user } = await openBackOffice(h, anna, `/backoffice/tickets/${id}`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
  return { user, field, id }
}
const internal = () => screen.findByRole('checkbox', { name: 'Intern kommentar (syns ej för kund)' })
const options = async () => within(await screen.findByRole('listbox', { name: 'Kolleger' })).getAllByRole('option')
const mentionedIn = async (person: Person, ticketId: string) =>
  (await h.as(person).call(staffNotifications.list, {})).filter(
    ({ event, ticket }) => event === 'mentioned' && ticket?.id === ticketId,
  ).length

test('a colleague is chosen by keyboard, is notified, and is emphasised in the thread', async () => {
  const { user, field, id } = await openTicket()
  await user.click(await internal())
  await user.type(field, 'Kan @bo')
  expect((await options()).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([`Bo Ek${bo.email}`, `Bo Ek${twin.email}`]),
  )
  const wanted = (await options()).findIndex(({ textContent }) => textContent?.includes(twin.email))
  if (wanted === 1) await user.keyboard('{ArrowDown}')
  const current = (await options())[wanted]
  expect(field.getAttribute('aria-activedescendant')).toBe(current?.id)
  expect(current?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Kan @Bo Ek ')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.hasAttribute('aria-activedescendant')).toBe(false)
  await user.type(field, 'titta?')
  await user.click(screen.getByRole('button', { name: 'Spara internt' }))
  const thread = await screen.findByRole('log', { name: 'Konversation' })
  expect((await within(thread).findByText('@Bo Ek')).tagName).toBe('STRONG')
  expect([await mentionedIn(twin, id), await mentionedIn(bo, id)]).toEqual([1, 0])
})

test('Escape closes the list and stays in the field, and a name that is typed out counts', async () => {
  const { user, field, id } = await openTicket()
  await user.click(await internal())
  await user.type(field, '@Cec')
  await options()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(field)
  await user.type(field, 'ilia Dal och @Bo Ek: hej')
  expect(field.value).toBe('@Cecilia Dal och @Bo Ek: hej')
  await user.click(screen.getByRole('button', { name: 'Spara internt' }))
  await waitFor(async () => expect(await mentionedIn(bo, id)).toBe(1))
  const [sent] = await h.as(bo).call(tickets.thread, { params: { id } })
  expect(sent).toMatchObject({ mentions: ['Bo Ek', 'Cecilia Dal'] })
})

test('a caret that leaves the name closes the list, and Enter then breaks the line there', async () => {
  const { user, field } = await openTicket()
  await user.click(await internal())
  await user.type(field, 'Hej @bo')
  await options()
  await user.keyboard('{Home}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await user.keyboard('{Enter}')
  expect(field.value).toBe('\nHej @bo')
})

test('a name is chosen before a space that is already there, and Escape lasts until the next name', async () => {
  const { user, field } = await openTicket()
  await user.click(await internal())
  await user.type(field, '@Cec tittar')
  field.setSelectionRange(4, 4)
  await user.keyboard('{ArrowLeft}{ArrowRight}')
  await options()
  await user.keyboard('{Enter}och Bo ')
  expect(field.value).toBe('@Cecilia Dal och Bo tittar')
  await user.clear(field)
  await user.type(field, '@Ce{Escape}c')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(field, ' @Bo')
  expect(await options()).toHaveLength(2)
})

test('an answer to the customer offers nobody, and says where colleagues are mentioned', async () => {
  const { user, field, id } = await openTicket()
  await user.type(field, 'Hej @Bo')
  expect(await screen.findByText(/^Kolleger nämner du i en intern kommentar/)).toBeTruthy()
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(field, ' Ek.')
  await user.click(screen.getByRole('button', { name: 'Skicka' }))
  await screen.findByText('Hej @Bo Ek.', { selector: 'p' })
  expect(await mentionedIn(bo, id)).toBe(0)
})
