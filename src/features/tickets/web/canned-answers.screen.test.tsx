// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { contacts } from '#features/customers/contacts.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { cannedAnswers } from '../canned-answers.contract.ts'
import { tickets } from '../tickets.contract.ts'

const SETTINGS = '/backoffice/settings/fardiga-svar'

let h: Harness
let anna: Person
let orgId: string
let path: string
let titled: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  await givePassword(h, anna)
  const customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  const { id: reportedBy } = await h
    .as(anna)
    .call(contacts.create, { params: { id: customer.id }, body: { name: 'Emma Eklund' } })
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id, reportedBy }
  const ticket = await h.as(anna).call(tickets.create, { body })
  path = `/backoffice/tickets/${ticket.id}`
  titled = `#${ticket.ticketNumber} WiFi nere`
  for (const [name, text] of [
    ['omstart', 'Hej {kund}!\nStarta om routern. ({ärende})\n{namn}'],
    ['omtag', 'Vi tar om det.'],
    ['tack', 'Tack.'],
  ] as const)
    await h.as(anna).call(cannedAnswers.create, { body: { name, text } })
})
afterEach(closeApp)
afterAll(() => h.stop())

const field = (name = 'Kommentar') => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const list = () => screen.findByRole('listbox', { name: 'Färdiga svar' })
const names = async () =>
  (await within(await list()).findAllByRole('option')).map(({ firstChild }) => firstChild?.textContent)
const noList = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
const highlighted = async () => within(await list()).getByRole('option', { selected: true }).firstChild?.textContent
const button = (name: string) => screen.findByRole('button', { name })
const empty = async (user: UserEvent, name?: string) => user.clear(await field(name))

test('letters after # find answers, the arrow keys and Enter choose, and the placeholders are filled in', async () => {
  const { user } = await openBackOffice(h, anna, path)
  await user.type(await field(), 'Jo, #om')
  expect(await names()).toEqual(['#omstart', '#omtag'])
  expect(await highlighted()).toBe('#omstart')
  await user.keyboard('{ArrowDown}')
  expect(await highlighted()).toBe('#omtag')
  expect((await field()).getAttribute('aria-activedescendant')).toBe(
    within(await list()).getByRole('option', { selected: true }).id,
  )
  await user.keyboard('{ArrowUp}{Enter}')
  await noList()
  expect((await field()).value).toBe(`Jo, Hej Emma!\nStarta om routern. (${titled})\nAnna Ask`)
  await user.keyboard(' #ta{Tab}')
  expect((await field()).value.endsWith('Anna Ask Tack.')).toBe(true)
  expect(document.activeElement).toBe(await field())
  await empty(user)
})

test('Escape closes the list and leaves the text; a ticket’s number and unknown words suggest nothing', async () => {
  const { user } = await openBackOffice(h, anna, path)
  await user.type(await field(), '#om')
  await list()
  await user.keyboard('{Escape}')
  await noList()
  await user.keyboard('t')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect((await field()).value).toBe('#omt')
  expect(document.activeElement).toBe(await field())
  await empty(user)
  await user.type(await field(), 'Se #1131 och #finnsinte{Enter}')
  expect((await field()).value).toBe('Se #1131 och #finnsinte\n')
  await empty(user)
})

test('the list does not outlive a text that is sent while it is open', async () => {
  const { user } = await openBackOffice(h, anna, path)
  await user.type(await field(), 'Vi hörs #om')
  await list()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect((await field()).value).toBe(''))
  await noList()
  await user.keyboard('{Enter}')
  expect((await field()).value).toBe('\n')
  await empty(user)
})

test('the button lists all of them, also in an internal comment, and what is chosen is in the draft', async () => {
  const { user } = await openBackOffice(h, anna, path)
  await user.click(await screen.findByRole('checkbox', { name: /Intern kommentar/ }))
  await user.click(await button('Färdiga svar'))
  expect(await names()).toEqual(['#omstart', '#omtag', '#tack'])
  await user.click(within(await list()).getByRole('option', { name: /#tack/ }))
  expect((await field()).value).toBe('Tack.')
  const draft = async () => h.as(anna).call(tickets.draft, { params: { id: path.split('/').at(-1) ?? '' } })
  await waitFor(async () => expect(await draft()).toMatchObject({ comment: 'Tack.', isInternal: true }))
  await empty(user)
})

test('Inkorg has no ticket: its placeholder is selected, and cannot be sent', async () => {
  const id = await anEnquiry(h, { orgId, name: 'Sofia Lind', message: 'Nätet är nere' })
  const { user } = await openBackOffice(h, anna, `/backoffice/inbox/${id}`)
  await user.type(await field('Svar'), '#omst')
  await list()
  await user.keyboard('{Enter}')
  const reply = await field('Svar')
  expect(reply.value).toBe('Hej Sofia!\nStarta om routern. ({ärende})\nAnna Ask')
  expect(reply.value.slice(reply.selectionStart, reply.selectionEnd)).toBe('{ärende}')
  await user.click(await button('Skicka svar'))
  expect((await screen.findByRole('alert')).textContent).toContain('Byt ut {ärende} mot egna ord först')
  expect(reply.value.slice(reply.selectionStart, reply.selectionEnd)).toBe('{ärende}')
  await user.keyboard('boka tid')
  await user.click(await button('Skicka svar'))
  expect(await screen.findByText(/boka tid/)).toBeTruthy()
  await waitFor(async () => expect((await field('Svar')).value).toBe(''))
})

test('under Inställningar all staff add, change and remove answers, with errors beside the fields', async () => {
  const { user } = await openBackOffice(h, anna, SETTINGS)
  await user.click(await button('Nytt svar'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nytt färdigt svar' }))
  const name = dialog.getByRole('textbox', { name: 'Namn' })
  await user.type(name, 'Tack')
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Tack för det.')
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(problemOf(name)).toContain('Det finns redan ett färdigt svar med det namnet'))
  await user.clear(name)
  await user.type(name, 'tackar{Enter}')
  await screen.findByRole('row', { name: /#tackar/ })
  await user.click(await button('Ändra #tackar'))
  const text = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Text' })
  await user.clear(text)
  await user.type(text, 'Tackar!')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Spara' }))
  await screen.findByText('Tackar!')
  await user.click(await button('Ta bort #tackar'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ta bort' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /#tackar/ })).toBeNull())
})
