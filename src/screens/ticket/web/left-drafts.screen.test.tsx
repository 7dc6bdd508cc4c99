// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { COMMENT_MAX } from '#features/tickets/ticket-comments.contract.ts'
import { type Ticket, tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { portal } from '#screens/portal/portal.contract.ts'
import { storeOnDevice } from '#shared/web/device-drafts.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let kim: Person

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  kim = await h.aPortalUser(await h.aCustomer({ orgId, name: 'Bergs Bageri' }))
  for (const person of [anna, kim]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

type Named = { id: string }
const aTicket = async (title: string): Promise<Ticket> => {
  const { id } = await h.as(kim).call(portal.create, { body: { title, description: `${title} krånglar` } })
  return h.as(anna).call(tickets.get, { params: { id } })
}
const merge = async ({ id }: Named, into: Named | null) => {
  const { version } = await h.as(anna).call(tickets.get, { params: { id } })
  await h.as(anna).call(merging.merge, { params: { id }, body: { into: into?.id ?? null, version } })
}
const save = ({ id }: Named, comment: string, isInternal = false) =>
  h.as(anna).call(tickets.saveDraft, { params: { id }, body: { comment, isInternal } })
const draftOf = async ({ id }: Named) => {
  const { comment, isInternal } = await h.as(anna).call(tickets.draft, { params: { id } })
  return { comment, isInternal }
}
const open = ({ id }: Named) => openBackOffice(h, anna, `/backoffice/tickets/${id}`)
const left = ({ ticketNumber }: Ticket) =>
  screen.findByRole('region', { name: new RegExp(`utkast i #${ticketNumber}$`) })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
const nothing = { comment: '', isInternal: false }

test('a draft begun on a ticket that was merged is continued in the survivor', async () => {
  const [one, two] = [await aTicket('Skrivaren'), await aTicket('Papperet')]
  await save(one, 'Byt trumman')
  await merge(one, two)
  await open(one)
  expect(await screen.findByText('Byt trumman')).toBeTruthy()
  await closeApp()

  const { user } = await open(two)
  const region = await left(one)
  expect(within(region).getByText('Byt trumman')).toBeTruthy()
  await user.click(within(region).getByRole('button', { name: 'Fortsätt här' }))
  expect((await field()).value).toBe('Byt trumman')
  await waitFor(async () => expect(await draftOf(two)).toEqual({ comment: 'Byt trumman', isInternal: false }))
  await waitFor(async () => expect(await draftOf(one)).toEqual(nothing))
  expect(screen.queryByText(/Ditt utkast i/)).toBeNull()
})

test('an internal draft is added to what is written in the survivor, which becomes internal', async () => {
  const [one, two] = [await aTicket('Servern'), await aTicket('Nätet')]
  await save(one, 'Kunden är sur', true)
  await save(two, 'Vi återkommer')
  await merge(one, two)
  const { user } = await open(two)
  await user.click(within(await left(one)).getByRole('button', { name: 'Fortsätt här' }))
  expect((await field()).value).toBe('Vi återkommer\n\nKunden är sur')
  expect(screen.getByRole('checkbox', { name: /Intern kommentar/, checked: true })).toBeTruthy()
  await waitFor(async () => expect(await draftOf(two)).toMatchObject({ isInternal: true }))
  await waitFor(async () => expect(await draftOf(one)).toEqual(nothing))
})

test('a draft that does not fit stays where it is, and is in the composer again when the tickets are separated', async () => {
  const [one, two] = [await aTicket('Larmet'), await aTicket('Kameran')]
  await save(one, 'Byt batteriet')
  await save(two, 'x'.repeat(COMMENT_MAX - 5))
  await merge(one, two)
  await open(two)
  const region = await left(one)
  expect(await within(region).findByText(/ryms inte/)).toBeTruthy()
  expect(within(region).queryByRole('button', { name: 'Fortsätt här' })).toBeNull()
  await closeApp()
  await merge(one, null)
  await open(one)
  expect(await screen.findByDisplayValue('Byt batteriet')).toBeTruthy()
})

test('a text that only the device has is continued too, with its time', async () => {
  const [one, two] = [await aTicket('Dörren'), await aTicket('Låset')]
  await merge(one, two)
  const time = { minutes: '30', kind: 'remote', isRut: false, isTried: true }
  const draft = { comment: 'Skrivet utan nät', isInternal: false, time }
  const record = { id: crypto.randomUUID(), changedAt: Date.now(), versions: [], draft }
  await storeOnDevice(anna.userId, `ticket:${one.id}`, record)
  const { user } = await open(two)
  await user.click(within(await left(one)).getByRole('button', { name: 'Fortsätt här' }))
  expect((await field()).value).toBe('Skrivet utan nät')
  expect(await screen.findByRole('radio', { name: '30 min', checked: true })).toBeTruthy()
  await waitFor(async () => expect(await draftOf(one)).toEqual(nothing))
})

test('a draft is removed', async () => {
  const [one, two] = [await aTicket('Växeln'), await aTicket('Luren')]
  await save(one, 'Onödigt')
  await merge(one, two)
  const { user } = await open(two)
  await user.click(within(await left(one)).getByRole('button', { name: 'Ta bort utkastet' }))
  await waitFor(async () => expect(await draftOf(one)).toEqual(nothing))
  expect((await field()).value).toBe('')
})

test('the customer, whom the old address leads to the survivor, continues the text there', async () => {
  const [one, two] = [await aTicket('Datorn'), await aTicket('Skärmen')]
  const draftOfKim = async ({ id }: Named) => (await h.as(kim).call(portal.draft, { params: { id } })).comment
  await h.as(kim).call(portal.saveDraft, { params: { id: one.id }, body: { comment: 'Den startar inte' } })
  await h.as(kim).call(portal.saveDraft, { params: { id: two.id }, body: { comment: 'Hej!' } })
  await merge(one, two)
  const { user } = await openBackOffice(h, kim, `/customer-portal/tickets/${one.id}`)
  await user.click(within(await left(one)).getByRole('button', { name: 'Fortsätt här' }))
  const text = 'Hej!\n\nDen startar inte'
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Skriv en kommentar/)).value).toBe(text)
  await waitFor(async () => expect([await draftOfKim(one), await draftOfKim(two)]).toEqual(['', text]))
})
