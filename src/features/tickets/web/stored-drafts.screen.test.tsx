// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { readDevice, readSubjects, storeOnDevice } from '#shared/web/device-drafts.ts'
import { setDraftOwner, watchTab } from '#shared/web/draft-owner.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type TicketRow, tickets } from '../tickets.contract.ts'

let h: Harness
let anna: Person
let bo: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  for (const person of [anna, bo]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTicket = (title: string) =>
  h.as(anna).call(tickets.create, { body: { title, description: 'Ingen kontakt', customerId } })
const pathOf = ({ id }: TicketRow) => `/backoffice/tickets/${id}`
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
const draftOf = ({ id }: TicketRow) => h.as(anna).call(tickets.draft, { params: { id } })
const saveElsewhere = ({ id }: TicketRow, comment: string) =>
  h.as(anna).call(tickets.saveDraft, { params: { id }, body: { comment, isInternal: false } })
const onDevice = ({ id }: TicketRow, person = anna) => readDevice(person.userId, `ticket:${id}`)

/** Lets no draft reach the server while `isOffline`. */
function withoutSaves() {
  const network = { isOffline: true }
  const fetch = meddling(h, ({ method, path }) =>
    network.isOffline && method === 'PUT' && path.endsWith('/draft') ? Promise.resolve(brokenAnswer()) : undefined,
  )
  return { network, fetch }
}

/** Simulates a closed tab: its memory is gone, the device's storage is not. */
async function reopen(person: Person, ticket: TicketRow, options = {}) {
  await closeApp()
  setDraftOwner('nobody')
  return openBackOffice(h, person, pathOf(ticket), options)
}

test('a text that cannot be saved is stored on the device, and saved once the network is back', async () => {
  const ticket = await aTicket('Utan nät')
  const { network, fetch } = withoutSaves()
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Byt switchen')
  expect(await screen.findByText('Sparat på enheten')).toBeTruthy()
  expect((await draftOf(ticket)).comment).toBe('')

  await reopen(anna, ticket, { fetch })
  expect(await screen.findByDisplayValue('Byt switchen')).toBeTruthy()
  expect(screen.getByText('Sparat på enheten')).toBeTruthy()
  network.isOffline = false
  const stopWatching = watchTab()
  act(() => void window.dispatchEvent(new Event('online')))
  stopWatching()
  await waitFor(() => expect(screen.getByText('Utkastet är sparat')).toBeTruthy())
  expect((await draftOf(ticket)).comment).toBe('Byt switchen')
  await waitFor(async () => expect(await onDevice(ticket)).toEqual([]))
})

test('a new ticket and an expense are stored on the device while being written, and say so', async () => {
  const forms = async () => JSON.stringify(await readSubjects(anna.userId, 'form:'))
  const { user } = await openBackOffice(h, anna, '/backoffice/tickets')
  await user.click(await screen.findByRole('button', { name: 'Nytt ärende' }))
  await user.type(await screen.findByLabelText('Titel'), 'Skrivaren')
  expect(await screen.findByText('Sparat på enheten')).toBeTruthy()
  expect(await forms()).toContain('Skrivaren')
  await user.clear(await screen.findByLabelText('Titel'))
  await waitFor(() => expect(screen.queryByText('Sparat på enheten')).toBeNull())
  await waitFor(async () => expect(await forms()).not.toContain('Skrivaren'))
  await closeApp()

  const expenses = await openBackOffice(h, anna, pathOf(await aTicket('Resa')))
  await expenses.user.click(await screen.findByRole('button', { name: 'Registrera resa' }))
  await expenses.user.type(await screen.findByLabelText('Antal'), '48,5')
  expect(await screen.findByText('Sparat på enheten')).toBeTruthy()
  expect(await forms()).toContain('48,5')
})

test('A-530: another login on the same device never sees the text', async () => {
  const ticket = await aTicket('Annas text')
  const { fetch } = withoutSaves()
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Annas hemlighet')
  expect(await screen.findByText('Sparat på enheten')).toBeTruthy()
  await reopen(bo, ticket)
  expect((await field()).value).toBe('')
  expect([await onDevice(ticket, bo), (await onDevice(ticket)).length]).toEqual([[], 1])
})

test('A-531: a text from another device is offered, and replaced only on request', async () => {
  const ticket = await aTicket('Två enheter')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.type(await field(), 'Från datorn')
  expect(await screen.findByText('Utkastet är sparat')).toBeTruthy()
  await saveElsewhere(ticket, 'Från telefonen')
  await user.type(await field(), ', igen')
  expect(await screen.findByText(/Det finns en annan version av texten på servern/)).toBeTruthy()
  expect([(await field()).value, (await draftOf(ticket)).comment]).toEqual(['Från datorn, igen', 'Från telefonen'])

  await user.click(screen.getByRole('button', { name: 'Visa den' }))
  expect((await field()).value).toBe('Från telefonen')
  expect(screen.getByText(/Det finns en annan version av texten på den här enheten/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Visa den' }))
  expect((await field()).value).toBe('Från datorn, igen')
  await user.click(screen.getByRole('button', { name: 'Ta bort den' }))
  await waitFor(async () => expect((await draftOf(ticket)).comment).toBe('Från datorn, igen'))
})

test('a version that another tab has sent is no longer offered, and the text here is saved', async () => {
  const ticket = await aTicket('Två flikar')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  const refetch = () => act(() => queryClient.invalidateQueries({ queryKey: ['tickets', 'one', ticket.id] }))
  await field()
  await saveElsewhere(ticket, 'Text A')
  await user.type(await field(), 'Text B')
  expect(await screen.findByText(/Det finns en annan version av texten på servern/)).toBeTruthy()
  const send = (comment: string) =>
    h.as(anna).call(tickets.comment, { params: { id: ticket.id }, body: { comment, isInternal: false } })
  await send('Text A')
  await refetch()
  expect(await screen.findByText('Utkastet är sparat')).toBeTruthy()
  expect(screen.queryByText(/Det finns en annan version/)).toBeNull()
  expect([(await field()).value, (await draftOf(ticket)).comment]).toEqual(['Text B', 'Text B'])
  // Nor does a text stay in the box when another tab, which shows it too, sends it.
  await send('Text B')
  await refetch()
  await waitFor(async () => expect((await field()).value).toBe(''))
})

test('of the device’s and the server’s text the newer is shown first', async () => {
  const ticket = await aTicket('Nyare och äldre')
  await saveElsewhere(ticket, 'Nyare på servern')
  const old = { id: crypto.randomUUID(), changedAt: 0, versions: [] }
  const draft = { comment: 'Äldre på enheten', isInternal: false }
  await storeOnDevice(anna.userId, `ticket:${ticket.id}`, { ...old, draft })
  await openBackOffice(h, anna, pathOf(ticket))
  expect(await screen.findByText(/annan version av texten på den här enheten/)).toBeTruthy()
  expect((await field()).value).toBe('Nyare på servern')
  expect((await draftOf(ticket)).comment).toBe('Nyare på servern')
  // Only once, also after it was taken over from the record of the closed tab.
  await waitFor(async () =>
    expect((await onDevice(ticket)).map(({ id, draft }) => [id === old.id, draft])).toEqual([[false, draft]]),
  )
})

test('A-532: a device that refuses to store does not stop the typing, and a message says so', async () => {
  const ticket = await aTicket('Privat fönster')
  const { fetch } = withoutSaves()
  const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Går ändå')
  expect([(await field()).value, screen.getByText('Inte sparat än') !== null]).toEqual(['Går ändå', true])
  refused.mockRestore()
})
