// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let bo: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const SINCE = /^Väntar på kund sedan \d{4}-\d\d-\d\d$/
const aTicket = (title: string) => h.as(anna).call(tickets.create, { body: { title, description: 'x', customerId } })
const params = ({ id }: { id: string }) => ({ params: { id } })
const open = (ticket: { id: string }) => openBackOffice(h, anna, `/backoffice/tickets/${ticket.id}`)
const hold = async (ticket: { id: string }) => {
  const { version } = await h.as(bo).call(tickets.get, params(ticket))
  await h.as(bo).call(tickets.change, { ...params(ticket), body: { onHold: true, version } })
}

test('one button begins and ends the wait, and keeps the focus', async () => {
  const ticket = await aTicket('Skrivaren')
  const { user } = await open(ticket)
  await user.click(await screen.findByRole('button', { name: 'Vänta på kund' }))
  expect(await screen.findByText(SINCE)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Väntar inte längre')
  await waitFor(async () => expect((await h.as(bo).call(tickets.get, params(ticket))).onHoldSince).not.toBeNull())
  await user.click(screen.getByRole('button', { name: 'Väntar inte längre' }))
  await waitFor(() => expect(screen.queryByText(SINCE)).toBeNull())
  await waitFor(async () => expect((await h.as(bo).call(tickets.get, params(ticket))).onHoldSince).toBeNull())
  expect(await screen.findByText('Anna Ask väntar inte längre på kunden')).toBeTruthy()
})

test('it is not offered while the customer waits for us', async () => {
  const ticket = await h.as(kim).call(portal.create, { body: { title: 'Musen', description: 'x' } })
  await open(ticket)
  expect(await screen.findByRole('combobox', { name: 'Status' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Vänta på kund' })).toBeNull()
})

test('a colleague’s wait and the customer’s answer appear live', async () => {
  const ticket = await aTicket('Skärmen')
  await open(ticket)
  expect(await screen.findByRole('button', { name: 'Vänta på kund' })).toBeTruthy()
  await hold(ticket)
  expect(await screen.findByText(SINCE)).toBeTruthy()
  await h.as(kim).call(portal.comment, { ...params(ticket), body: { comment: 'Den är hel nu.' } })
  await waitFor(() => expect(screen.queryByText(SINCE)).toBeNull())
  expect(await screen.findByText('Kundens kommentar avslutade väntan på kunden')).toBeTruthy()
})

test('after ten working days one press resolves the ticket', async () => {
  const ticket = await aTicket('Kabeln')
  await hold(ticket)
  const { onHoldSince } = await h.as(bo).call(tickets.get, params(ticket))
  await h.test.superuser.query('select offer_closing($1, $2, $3)', [anna.orgId, ticket.id, onHoldSince])
  const { user } = await open(ticket)
  expect(await screen.findByText('Kunden har inte svarat på 10 arbetsdagar')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Lös ärendet' }))
  await waitFor(() => expect(screen.queryByText(SINCE)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Lös ärendet' })).toBeNull()
  await waitFor(async () =>
    expect(await h.as(bo).call(tickets.get, params(ticket))).toMatchObject({ status: 'resolved', onHoldSince: null }),
  )
})
