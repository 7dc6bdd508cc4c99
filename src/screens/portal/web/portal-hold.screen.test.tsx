// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

let h: Harness
let technician: Person
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

test('a ticket that waits for the customer says so with its date, until they answer', async () => {
  const ticket = await h.as(anna).call(portal.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt' } })
  await h.as(technician).call(tickets.comment, {
    params: { id: ticket.id },
    body: { comment: 'Har ni startat om routern?', holds: true },
  })
  const { user } = await openBackOffice(h, anna, `/customer-portal/tickets/${ticket.id}`)
  expect(await screen.findByText(/^Väntar på dig sedan \d{4}-\d\d-\d\d$/)).toBeTruthy()
  await user.type(await screen.findByRole('textbox', { name: 'Skriv en kommentar' }), 'Ja, två gånger.')
  await user.click(screen.getByRole('button', { name: 'Skicka kommentar' }))
  expect(await screen.findByText('Väntar på oss')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^Väntar på dig/)).toBeNull())
})
