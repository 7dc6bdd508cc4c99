// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { contacts } from '#features/customers/contacts.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let customerId: string
let lo: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  const body = { name: 'Lo Ek', email: 'lo@berg.example' }
  lo = (await h.as(anna).call(contacts.create, { params: { id: customerId }, body })).id
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTicket = (title: string, more: object = {}) =>
  h.as(anna).call(tickets.create, { body: { title, description: `${title} krånglar`, customerId, ...more } })
const get = (id: string) => h.as(anna).call(tickets.get, { params: { id } })
const open = ({ id }: { id: string }) => openBackOffice(h, anna, `/backoffice/tickets/${id}`)

test('the dialog finds the other ticket, says who sees what, and merges with a copy that was chosen', async () => {
  const one = await aTicket('Skrivaren', { reportedBy: lo })
  const two = await aTicket('Papperet')
  const { user } = await open(one)
  await user.click(await screen.findByRole('button', { name: 'Slå ihop ärenden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Slå ihop ärenden' })
  await user.click(within(dialog).getByRole('button', { name: 'Slå ihop' }))
  expect(await within(dialog).findByText('Välj ett ärende')).toBeTruthy()
  await user.type(within(dialog).getByRole('combobox', { name: /Bergs Bageri/ }), 'papp')
  await user.click(await screen.findByRole('option', { name: new RegExp(`#${two.ticketNumber} Papperet`) }))
  const direction = `#${one.ticketNumber} läggs i #${two.ticketNumber}`
  expect(await within(dialog).findByRole('radio', { name: new RegExp(direction), checked: true })).toBeTruthy()
  expect(within(dialog).getByText(`#${one.ticketNumber} ses av Lo Ek.`)).toBeTruthy()
  await user.click(within(dialog).getByRole('checkbox', { name: `Lo Ek, som anmälde #${one.ticketNumber}` }))
  await user.click(within(dialog).getByRole('button', { name: 'Slå ihop' }))
  expect(await screen.findByText(/^Ärendet är hopslaget med/)).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Ny kommentar' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  expect((await get(two.id)).copies).toEqual([{ id: lo, name: 'Lo Ek' }])
  await user.click(await screen.findByRole('button', { name: 'Ångra' }))
  expect(await screen.findByRole('form', { name: 'Ny kommentar' })).toBeTruthy()
  await waitFor(async () => expect(await get(one.id)).toMatchObject({ status: 'open', mergedInto: null }))
})

test('a done ticket is put into the open one, whose screen separates them again', async () => {
  const one = await aTicket('Servern', { status: 'resolved' })
  const two = await aTicket('Nätet')
  const { user } = await open(two)
  await user.click(await screen.findByRole('button', { name: 'Slå ihop ärenden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Slå ihop ärenden' })
  await user.type(within(dialog).getByRole('combobox', { name: /Bergs Bageri/ }), String(one.ticketNumber))
  await user.click(await screen.findByRole('option', { name: /Servern/ }))
  const direction = new RegExp(`#${one.ticketNumber} läggs i #${two.ticketNumber}`)
  expect(await within(dialog).findByRole('radio', { name: direction, checked: true })).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Slå ihop' }))
  expect(await screen.findByText(/Servern krånglar/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `Dela upp igen #${one.ticketNumber}` }))
  await waitFor(() => expect(screen.queryByText(/Servern krånglar/)).toBeNull())
  expect((await get(one.id)).status).toBe('resolved')
})

test('the ticket and the direction that were chosen are there after a new sign-in', async () => {
  const [one, two] = [await aTicket('Dörren'), await aTicket('Låset')]
  const { user } = await open(one)
  await user.click(await screen.findByRole('button', { name: 'Slå ihop ärenden' }))
  const dialog = () => screen.findByRole('dialog', { name: 'Slå ihop ärenden' })
  await user.type(within(await dialog()).getByRole('combobox', { name: /Bergs Bageri/ }), 'lås')
  await user.click(await screen.findByRole('option', { name: /Låset/ }))
  const direction = new RegExp(`#${two.ticketNumber} läggs i #${one.ticketNumber}`)
  await user.click(await within(await dialog()).findByRole('radio', { name: direction }))
  await endBrowserSessions(h, anna)
  await user.click(within(await dialog()).getByRole('button', { name: 'Slå ihop' }))
  await signIn(anna)
  expect(await within(await dialog()).findByRole('radio', { name: direction, checked: true })).toBeTruthy()
  await user.click(within(await dialog()).getByRole('button', { name: 'Slå ihop' }))
  await waitFor(async () => expect((await get(two.id)).mergedInto?.id).toBe(one.id))
})

test('a merge by a colleague appears live, in the survivor and in the merged one', async () => {
  const [one, two] = [await aTicket('Larmet'), await aTicket('Kameran')]
  const merge = async (into: string | null) => {
    const { version } = await get(one.id)
    await h.as(anna).call(merging.merge, { params: { id: one.id }, body: { into, version } })
  }
  await open(two)
  expect(await screen.findByText('Kameran krånglar')).toBeTruthy()
  await merge(two.id)
  expect(await screen.findByText(/Larmet krånglar/)).toBeTruthy()
  await closeApp()
  await open(one)
  expect(await screen.findByRole('link', { name: `Öppna #${two.ticketNumber}` })).toBeTruthy()
  await merge(null)
  expect(await screen.findByRole('form', { name: 'Ny kommentar' })).toBeTruthy()
})

test('tickets are related by number, and the relation is removed', async () => {
  const [one, two] = [await aTicket('Växeln'), await aTicket('Luren')]
  const { user } = await open(one)
  await user.click(await screen.findByRole('button', { name: 'Koppla ett ärende' }))
  const dialog = await screen.findByRole('dialog', { name: 'Koppla ett ärende' })
  await user.type(within(dialog).getByRole('combobox', { name: /Ärende/ }), `#${two.ticketNumber}`)
  await user.click(await screen.findByRole('option', { name: /Luren/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Koppla' }))
  expect(await screen.findByRole('link', { name: `#${two.ticketNumber} Luren` })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: `Ta bort kopplingen till #${two.ticketNumber}` }))
  await waitFor(() => expect(screen.queryByRole('link', { name: `#${two.ticketNumber} Luren` })).toBeNull())
})
