// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { reopenTab, withoutResponses } from '#screens/back-office/testing/closed-tab.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

let h: Harness
let technician: Person
let anna: Person
let customer: { id: string; orgId: string; name: string }
let ticketId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Heby IF' })
  anna = await h.aPortalUser(customer)
  const body = { title: 'Nätet i klubbhuset', description: 'x', customerId: customer.id }
  ticketId = (await h.as(technician).call(tickets.create, { body })).id
  for (const person of [technician, anna]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

test('a ticket whose response was lost is created once, also after the page was reloaded', async () => {
  const { state, fetch } = withoutResponses(h, '/api/portal/tickets')
  const { user } = await openBackOffice(h, anna, '/customer-portal', { fetch })
  await user.click(await screen.findByRole('button', { name: 'Ny ticket' }))
  await user.type(await screen.findByLabelText(/Ämne/), 'Skärmen är svart')
  await user.type(screen.getByLabelText(/Beskrivning/), 'Sedan i morse')
  await user.click(screen.getByRole('button', { name: 'Skapa ticket' }))
  await screen.findByText('Kunde inte skapa ticket')
  state.isLost = false
  const again = await reopenTab(h, anna, '/customer-portal', fetch)
  await screen.findByDisplayValue('Skärmen är svart')
  await again.user.click(await screen.findByRole('button', { name: 'Skapa ticket' }))
  await screen.findByText('Ticket skapad!')
  const { rows } = await h.as(anna).call(portal.list, { query: {} })
  expect(rows.filter(({ title }) => title === 'Skärmen är svart')).toHaveLength(1)
})

test('a new time entry is restored with its customer and ticket, and created once', async () => {
  const { state, fetch } = withoutResponses(h, '/api/time')
  const field = (label: string) => screen.findByLabelText(label, { selector: 'form[aria-label="Ny tidrad"] *' })
  const { user } = await openBackOffice(h, technician, '/backoffice/time', { fetch })
  await user.click(await field('Kund'))
  await user.paste('Heby')
  await user.click(await screen.findByRole('option', { name: 'Heby IF' }))
  await waitFor(async () => user.selectOptions(await field('Ärende'), ticketId))
  await user.click(await field('Från'))
  await user.paste('0500')
  await user.click(await field('Till'))
  await user.paste('0600')
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  await screen.findByText(/^Kunde inte spara tidrad/)
  state.isLost = false
  const again = await reopenTab(h, technician, '/backoffice/time', fetch)
  await waitFor(async () => expect(await field('Kund')).toHaveProperty('value', 'Heby IF'))
  await waitFor(async () => expect(await field('Ärende')).toHaveProperty('value', ticketId))
  await again.user.click(screen.getByRole('button', { name: 'Spara' }))
  await screen.findByText('Tidrad sparad!')
  const { rows } = await h.as(technician).call(time.list, { query: {} })
  expect(rows).toMatchObject([{ customer: { id: customer.id }, ticket: { id: ticketId }, timeFrom: '05:00' }])
})
