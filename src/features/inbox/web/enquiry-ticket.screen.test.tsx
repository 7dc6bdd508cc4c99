// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { anInbox } from '../testing/inbox.ts'

let h: Harness
let inbox: Awaited<ReturnType<typeof anInbox>>

beforeAll(async () => {
  h = await startHarness()
  inbox = await anInbox(h)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aCustomer = (fields: { name: string; email?: string; phone?: string }) =>
  h.as(inbox.anna).call(customers.create, { body: fields })
const pathOf = (id: string) => `/backoffice/inbox/${id}/ticket`
const radio = (name: string | RegExp) => screen.findByRole('radio', { name })
const text = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const ticketsOf = async (search: string) => (await h.as(inbox.anna).call(tickets.list, { query: { search } })).rows
const make = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Skapa ärende' }))
const ticketIn = (at: string) =>
  h.as(inbox.anna).call(tickets.get, { params: { id: at.replace('/backoffice/tickets/', '') } })

test('suggests customers with the matching field and preselects none', async () => {
  const both = await aCustomer({ name: 'Viks Möbler', email: 'vera@vik.example', phone: '070-123 45 67' })
  await aCustomer({ name: 'Bara Telefon AB', phone: '0701234567' })
  const message = '\nServern är nere\n\nIngen kommer åt kassan'
  const sent = {
    kind: 'support',
    isUrgent: true,
    email: 'vera@vik.example',
    phone: '+46 70 123 45 67',
    message: message.trim(),
  } as const
  const id = await inbox.anEnquiry(sent)
  const { user, at } = await openBackOffice(h, inbox.anna, `/backoffice/inbox/${id}`)
  await user.click(await screen.findByRole('link', { name: 'Skapa ärende' }))
  const choices = within(await screen.findByRole('radiogroup', { name: /^Kund/ }))
  const [first, ...others] = choices.getAllByRole('radio', { checked: false })
  expect([first, ...others].map((choice) => choice?.closest('label')?.textContent)).toEqual([
    'Viks MöblerSamma e-post: vera@vik.example · Samma telefon: 070-123 45 67',
    'Bara Telefon ABSamma telefon: 070-123 45 67',
    'En annan kund',
    'En ny kund',
  ])
  expect(await text('Titel')).toHaveProperty('value', 'Servern är nere')
  expect(await text('Beskrivning')).toHaveProperty('value', message.trim())
  expect(await screen.findByRole('combobox', { name: 'Prioritet' })).toHaveProperty('value', 'urgent')

  await make(user)
  expect((await screen.findByText('Valideringsfel')).parentElement?.textContent).toContain('Välj en kund')
  await user.click(first!)
  await user.clear(await text('Titel'))
  await make(user)
  await waitFor(() => expect(screen.getAllByText('Titel krävs').length).toBe(2))
  await user.type(await text('Titel'), 'Kassan ligger nere{Control>}{Enter}{/Control}')
  expect((await screen.findByText('Skapat!')).parentElement?.textContent).toContain('Supportärende har skapats')
  expect(await screen.findByRole('heading', { level: 1, name: 'Kassan ligger nere' })).toBeTruthy()
  expect(screen.getByText('avsändare ej verifierad')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Visa förfrågan' }).getAttribute('href')).toBe(`/backoffice/inbox/${id}`)
  const ticket = await ticketIn(at())
  expect(ticket).toMatchObject({ customer: { id: both.id }, priority: 'urgent', enquiryId: id })
  expect(await h.as(inbox.bo).call(enquiries.get, { params: { id } })).toMatchObject({
    doneAt: expect.any(String),
    ticket: { ticketNumber: ticket.ticketNumber },
  })
})

test('a new customer is prefilled with the sender’s details, which can be changed', async () => {
  const sent = { name: 'Siv Sand', email: 'siv@sand.example', phone: '08-12 34 56', message: 'Skrivaren krånglar' }
  const id = await inbox.anEnquiry(sent)
  const { user, at } = await openBackOffice(h, inbox.anna, pathOf(id))
  await screen.findByText('Ingen aktiv kund har avsändarens e-post eller telefon')
  await user.click(await radio('En ny kund'))
  expect([(await text('Namn')).value, (await text('E-post')).value, (await text('Telefon')).value]).toEqual([
    ...['Siv Sand', 'siv@sand.example', '08-12 34 56'],
  ])
  await user.clear(await text('E-post'))
  await user.type(await text('E-post'), 'siv')
  await make(user)
  await waitFor(async () => expect(problemOf(await text('E-post'))).toBe('Ange en giltig e-postadress'))
  await user.type(await text('E-post'), '@sandab.example')
  await user.type(await text('Namn'), 's AB')
  await make(user)
  await screen.findByRole('heading', { level: 1, name: 'Skrivaren krånglar' })
  const { customer } = await ticketIn(at())
  expect(await h.as(inbox.bo).call(customers.get, { params: { id: customer.id } })).toMatchObject({
    name: 'Siv Sands AB',
    email: 'siv@sandab.example',
    phone: '08-12 34 56',
  })
})

test('another customer is searched for, and a retry after a lost response creates no second ticket', async () => {
  const { id: customerId } = await aCustomer({ name: 'Helt Andra AB' })
  const id = await inbox.anEnquiry({ message: 'Byt lösenord', email: 'nagon@annan.example' })
  let posts = 0
  const fetch = meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || path !== `/api/enquiries/${id}/ticket`) return undefined
    posts += 1
    return posts === 1 ? pass().then(lostConnection) : undefined
  })
  const { user, at } = await openBackOffice(h, inbox.anna, pathOf(id), { fetch })
  await user.click(await radio('En kund som finns'))
  await make(user)
  expect((await screen.findByText('Valideringsfel')).parentElement?.textContent).toContain('Välj en kund')
  await user.type(screen.getByRole('combobox', { name: 'Sök kund' }), 'helt')
  await user.click(await screen.findByRole('option', { name: 'Helt Andra AB' }))
  await make(user)
  expect(await screen.findByText(/Kunde inte skapa ticket: Ingen kontakt med servern/)).toBeTruthy()
  expect(await ticketsOf('Byt lösenord')).toHaveLength(1)
  expect(at()).toBe(pathOf(id))
  await make(user)
  await screen.findByRole('heading', { level: 1, name: 'Byt lösenord' })
  expect(await ticketsOf('Byt lösenord')).toMatchObject([{ customer: { id: customerId } }])
})

test('an enquiry that has a ticket links to it instead', async () => {
  const { id: customerId } = await aCustomer({ name: 'Dubbel AB' })
  const id = await inbox.anEnquiry()
  const body = { title: 'Redan gjort', description: 'Hej', customerId }
  const { ticketNumber } = await h.as(inbox.bo).call(enquiries.makeTicket, { params: { id }, body })
  await openBackOffice(h, inbox.anna, pathOf(id))
  expect(await screen.findByText('Förfrågan har redan ett ärende')).toBeTruthy()
  expect(screen.getByRole('link', { name: `Visa #${ticketNumber}` })).toBeTruthy()
})
