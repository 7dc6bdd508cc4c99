// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions } from '#features/auth/testing/sign-in.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { anInbox } from '#features/inbox/testing/inbox.ts'
import { enquiryKeysOf } from '#features/inbox/web/enquiries.api.ts'
import {
  brokenAnswer,
  chosenIn,
  lostConnection,
  meddling,
  openBackOffice,
  problemOf,
} from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const INBOX = '/backoffice/inbox'

let h: Harness
let inbox: Awaited<ReturnType<typeof anInbox>>
let anna: Person
let bo: Person

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  inbox = await anInbox(h)
  ;({ anna, bo } = inbox)
})
afterEach(closeApp)
afterAll(() => h.stop())

const open = (id: string, options?: Parameters<typeof openBackOffice>[3]) =>
  openBackOffice(h, anna, `${INBOX}/${id}`, options)
const stored = (id: string) => h.as(bo).call(enquiries.get, { params: { id } })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const conversation = () => screen.findByRole('log', { name: 'Konversation' })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Svar' })
const changedBy = async (person: Person, id: string, body: object) => {
  const { version } = await stored(id)
  return h.as(person).call(enquiries.change, { params: { id }, body: { ...body, version } })
}
const interceptReplies = (respond: (count: number, pass: () => Promise<Response>) => Promise<Response> | undefined) => {
  let count = 0
  return meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || !path.endsWith('/replies')) return undefined
    count += 1
    return respond(count, pass)
  })
}

test('shows the sender’s details with links, and the message as typed, with markup as plain text', async () => {
  const message = 'Rad ett\n  rad två\n<img src=x onerror="alert(1)"> https://example.com/fälla'
  const sent = { name: 'Vera Vik', email: 'vera@vik.example', phone: '0046 76/123 45 67', message }
  const id = await inbox.anEnquiry({ ...sent, kind: 'support', isUrgent: true })
  await open(id)
  expect(await screen.findByRole('heading', { level: 1, name: 'Vera Vik' })).toBeTruthy()
  expect(screen.getByText('Akut')).toBeTruthy()
  const facts = within(screen.getByRole('complementary', { name: 'Om förfrågan' }))
  expect(facts.getByRole('link', { name: '076-123 45 67' }).getAttribute('href')).toBe('tel:+46761234567')
  expect(facts.getByRole('link', { name: 'vera@vik.example' }).getAttribute('href')).toBe('mailto:vera@vik.example')
  const log = await conversation()
  expect(within(log).getByText(/Rad ett/).textContent).toBe(message)
  expect(log.querySelector('img, a')).toBeNull()
  await waitFor(async () => expect((await stored(id)).readAt).not.toBeNull()) // the next test depends on the count
})

test('the facts say when the answer is due, until the enquiry is done', async () => {
  const id = await inbox.anEnquiry({ name: 'Disa Dahl', kind: 'support' })
  await h.test.superuser.query(`update enquiries set due_at = now() - interval '1 hour' where id = $1`, [id])
  const { user } = await open(id)
  const facts = within(await screen.findByRole('complementary', { name: 'Om förfrågan' }))
  expect(facts.getByText('Ska vara besvarat').nextElementSibling?.textContent).toMatch(/^\d{4}-.*Försenat$/)
  expect(facts.getByText(/^försenat \d/)).toBeTruthy()
  await user.click(await button('Markera klar'))
  await waitFor(() => expect(facts.queryByText('Ska vara besvarat')).toBeNull())
})

test('opening an enquiry marks it as read, in the menu and in the list', async () => {
  const ids = [await inbox.anEnquiry({ name: 'Olle Oläst' }), await inbox.anEnquiry({ name: 'Oda Oläst' })]
  const { unread } = (await h.as(anna).call(menuCounts.get, {})).inbox
  const { user } = await openBackOffice(h, anna, INBOX)
  await screen.findByRole('link', { name: `Inkorg, ${unread} olästa, 1 akut` })
  await user.click(await screen.findByRole('link', { name: 'Oläst: Oda Oläst' }))
  expect(
    await screen.findByRole('link', { name: `Inkorg, ${unread - 1} ${unread === 2 ? 'oläst' : 'olästa'}, 1 akut` }),
  ).toBeTruthy()
  expect((await stored(ids[1] ?? '')).readAt).not.toBeNull()
  await user.click(screen.getByRole('link', { name: 'Tillbaka till inkorgen' }))
  expect(await screen.findByRole('link', { name: 'Oda Oläst' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Oläst: Olle Oläst' })).toBeTruthy()
})

test('it is assigned to oneself, reassigned and marked done in quick succession, and reopened', async () => {
  const id = await inbox.anEnquiry()
  const { user } = await open(id)
  await user.click(await button('Tilldela mig'))
  await waitFor(async () => expect(await chosenIn('Ansvarig')).toBe('Anna Ask'))
  expect(screen.queryByRole('button', { name: 'Tilldela mig' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Ansvarig' }), 'Bo Ek')
  await user.click(await button('Markera klar'))
  expect(await screen.findByText('Förfrågan är klar')).toBeTruthy()
  expect(await stored(id)).toMatchObject({ assignee: { fullName: 'Bo Ek' }, doneAt: expect.any(String) })
  expect(screen.getByText('Klar')).toBeTruthy()
  await user.click(await button('Öppna igen'))
  expect(await button('Markera klar')).toBeTruthy()
  expect(await stored(id)).toMatchObject({ doneAt: null })
})

test('an administrator deletes it after a confirmation; for others the button is disabled with a reason', async () => {
  const id = await inbox.anEnquiry({ name: 'Gunnar Glöm' })
  await open(id)
  expect(problemOf(await button('Ta bort'))).toBe('Bara administratörer kan ta bort förfrågningar')
  await closeApp()
  const { user, router } = await openBackOffice(h, inbox.admin, `${INBOX}/${id}`)
  await user.click(await button('Ta bort'))
  await user.click(await button('Ta bort förfrågan'))
  expect(await screen.findByText('Förfrågan borttagen')).toBeTruthy()
  expect(router.state.location.pathname).toBe(INBOX)
  await expect(stored(id)).rejects.toMatchObject({ status: 404 })
})

test('a change that fails is rolled back with a toast', async () => {
  const id = await inbox.anEnquiry()
  const fetch = meddling(h, ({ method, path }) =>
    method === 'PUT' && path === `/api/enquiries/${id}` ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await open(id, { fetch })
  await user.click(await button('Tilldela mig'))
  expect((await screen.findByText('Kunde inte ändra förfrågan')).parentElement?.textContent).toContain(
    'Något gick fel hos oss',
  )
  await waitFor(async () => expect(await chosenIn('Ansvarig')).toBe('Ingen ansvarig'))
})

test('a refetch while a change is pending does not overwrite it', async () => {
  const id = await inbox.anEnquiry()
  const held = Promise.withResolvers<void>()
  const fetch = meddling(h, ({ method, path }, pass) =>
    method === 'PUT' && path === `/api/enquiries/${id}` ? held.promise.then(pass) : undefined,
  )
  const { user } = await open(id, { fetch })
  await user.click(await button('Tilldela mig'))
  await waitFor(async () => expect(await chosenIn('Ansvarig')).toBe('Anna Ask'))
  await h.as(bo).call(enquiries.reply, { params: { id }, body: { text: 'Jag ringer om en stund.' } })
  await screen.findByText('Jag ringer om en stund.')
  expect(await chosenIn('Ansvarig')).toBe('Anna Ask')
  held.resolve()
  await waitFor(async () => expect(await stored(id)).toMatchObject({ assignee: { fullName: 'Anna Ask' } }))
})

test('after a conflict the current enquiry is shown beside the rejected change, which can be saved again', async () => {
  const id = await inbox.anEnquiry()
  let isFirst = true
  const fetch = meddling(h, ({ method, path }, pass) => {
    if (method !== 'PUT' || path !== `/api/enquiries/${id}` || !isFirst) return undefined
    isFirst = false
    return changedBy(bo, id, { assignedTo: bo.userId }).then(pass)
  })
  const { user } = await open(id, { fetch })
  await user.click(await button('Markera klar'))
  const dialog = await screen.findByRole('dialog', { name: 'Hantera förfrågan' })
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/Så här står det nu:.*Öppen.*Bo Ek/)
  expect(dialog.textContent).toContain('Du valde: Markera klar')
  await user.click(within(dialog).getByRole('button', { name: 'Spara mitt val' }))
  expect(await screen.findByText('Förfrågan är klar')).toBeTruthy()
  expect(await stored(id)).toMatchObject({ assignee: { fullName: 'Bo Ek' }, doneAt: expect.any(String) })
})

test('a suspect enquiry cannot be answered until staff clear the suspicion', async () => {
  const id = await inbox.anEnquiry({ isSuspect: true })
  const { user } = await open(id)
  await screen.findByRole('region', { name: 'Misstänkt skräp' })
  expect(screen.queryByRole('button', { name: 'Skicka svar' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Skapa ärende' })).toBeNull()
  await user.click(await button('Inte skräp'))
  expect(await button('Skicka svar')).toBeTruthy()
  expect(await stored(id)).toMatchObject({ isSuspect: false })
})

test('a blank reply cannot be sent; Ctrl+Enter sends a reply once, which appears in the conversation', async () => {
  const id = await inbox.anEnquiry()
  const { user } = await open(id)
  await user.type(await field(), '  \u200b\u2060\u00ad {Control>}{Enter}{/Control}')
  expect(await button('Skicka svar')).toHaveProperty('disabled', true)
  await user.clear(await field())
  await user.type(await field(), 'Hej Vera{Enter}Vi ringer i dag{Control>}{Enter}{/Control}')
  expect(within(await conversation()).queryByText('Anna Ask')).toBeNull()
  const reply = await within(await conversation()).findByText(/Vi ringer i dag/)
  expect(reply.textContent).toBe('Hej Vera\nVi ringer i dag')
  expect(await field()).toHaveProperty('value', '')
  expect(document.activeElement).toBe(await field())
  expect((await stored(id)).replies).toMatchObject([
    { author: { fullName: 'Anna Ask' }, text: 'Hej Vera\nVi ringer i dag' },
  ])
})

test('A-79: a reply whose response was lost stays in the composer, and is stored once when sent again', async () => {
  const id = await inbox.anEnquiry()
  const held = Promise.withResolvers<void>()
  const fetch = interceptReplies((count, pass) =>
    count === 1 ? held.promise.then(pass).then(lostConnection) : undefined,
  )
  const { user } = await open(id, { fetch })
  await user.type(await field(), 'Vi kommer klockan tio')
  await user.dblClick(await button('Skicka svar'))
  expect(await button('Skickar...')).toBeTruthy()
  held.resolve()
  expect((await screen.findByText('Fel')).parentElement?.textContent).toContain('Kunde inte skicka svar')
  expect((await screen.findByRole('alert')).textContent).toContain('Texten står kvar.')
  expect(await field()).toHaveProperty('value', 'Vi kommer klockan tio')
  await user.click(await button('Skicka svar'))
  await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
  expect((await stored(id)).replies).toHaveLength(1)
})

test('a draft is restored after a visit to the list and after a new sign-in', async () => {
  const id = await inbox.anEnquiry({ name: 'Vilma Väntar' })
  const { user, router } = await open(id)
  await user.type(await field(), 'Offerten är på väg')
  await user.click(screen.getByRole('link', { name: 'Tillbaka till inkorgen' }))
  await user.click(await screen.findByRole('link', { name: 'Vilma Väntar' }))
  expect(await screen.findByDisplayValue('Offerten är på väg')).toBeTruthy()
  await endBrowserSessions(h, anna)
  await user.click(await button('Skicka svar'))
  await signIn(anna)
  expect(await screen.findByDisplayValue('Offerten är på väg')).toBeTruthy()
  expect(router.state.location.pathname).toBe(`${INBOX}/${id}`)
  await user.click(await button('Skicka svar'))
  expect(await within(await conversation()).findByText('Offerten är på väg')).toBeTruthy()
  expect((await stored(id)).replies).toHaveLength(1)
})

test('changes by colleagues appear without a reload', async () => {
  const id = await inbox.anEnquiry()
  await open(id)
  await conversation()
  await h.as(bo).call(enquiries.reply, { params: { id }, body: { text: 'Bo svarar' } })
  expect(await within(await conversation()).findByText('Bo svarar')).toBeTruthy()
  await changedBy(bo, id, { isDone: true })
  expect(await button('Öppna igen')).toBeTruthy()
})

test('an enquiry that does not exist shows an error with a link back', async () => {
  await open('01939f3a-0000-7000-8000-000000000000')
  expect((await screen.findByRole('alert')).textContent).toContain('Förfrågan finns inte')
  expect(screen.getByRole('link', { name: 'Tillbaka till inkorgen' }).getAttribute('href')).toBe(INBOX)
})

test('each event refetches the queries it concerns, and never the suggestions', () => {
  expect(enquiryKeysOf({ about: 'enquiry', enquiryId: 'a' })).toEqual([
    ['search-counts'],
    ['enquiries', 'list'],
    ['enquiries', 'one', 'a'],
  ])
  expect(enquiryKeysOf({ about: 'ticket', ticketId: 'a' })).toEqual([['search-counts']])
  expect(enquiryKeysOf({ about: 'everything' }).flat()).not.toContain('suggestions')
})

test('the composer shows what the mail adds, without a second greeting', async () => {
  const id = await inbox.anEnquiry({ name: 'Vera Vik' })
  const { user } = await open(id)
  await user.click(await field())
  expect((await screen.findByText(/^Mejlet börjar med/)).textContent).toMatch(
    /^Mejlet börjar med ”Hej Vera,” och slutar med hur man svarar, ”.+” och ”.+”\. Under står det som skrevs i formuläret\.$/,
  )
  await user.type(await field(), 'Hej på dig!')
  await waitFor(() => expect(screen.getByText(/^Mejlet börjar med/).textContent).toContain('din hälsning'))
})

test('without a mail server the composer shows that no mail is sent', async () => {
  const offline = await startHarness({ on: h.test, tokens: h.tokens })
  await openBackOffice(offline, anna, `${INBOX}/${await inbox.anEnquiry({ email: 'vera@vik.example' })}`)
  expect(await screen.findByText('Inget mejl går ut: ingen e-postserver är inställd.')).toBeTruthy()
  expect(screen.getByText('Svar till vera@vik.example')).toBeTruthy()
  expect(screen.queryByText(/^Mejlet börjar med/)).toBeNull()
  await closeApp()
  await offline.stop()
})
