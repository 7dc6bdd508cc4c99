// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { chooseOption } from '#features/tickets/testing/choose-option.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { anInbox } from '../testing/inbox.ts'

const INBOX = '/backoffice/inbox'

let h: Harness
let inbox: Awaited<ReturnType<typeof anInbox>>
let emptyInbox: Awaited<ReturnType<typeof anInbox>>

beforeAll(async () => {
  h = await startHarness()
  inbox = await anInbox(h)
  emptyInbox = await anInbox(h, 'Tysta AB')
})
afterEach(closeApp)
afterAll(() => h.stop())

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const menuItem = (name: string | RegExp) =>
  within(screen.getByRole('navigation', { name: 'Huvudmeny' })).findByRole('link', { name })
const read = (id: string) => h.as(inbox.anna).call(enquiries.read, { params: { id } })

test('the list shows sender, kind, Akut, text, contact links, assignee or a dash, and unread rows', async () => {
  const urgent = await inbox.anEnquiry({
    kind: 'support',
    isUrgent: true,
    name: 'Sven Svensson',
    email: 'sven@svensson.example',
    phone: '0701234567',
    message: 'Servern är nere\n\noch kassan med',
  })
  const seen = await inbox.anEnquiry({ name: 'Lisa Läst', message: 'Vad kostar en timme?' })
  await read(seen)
  await openBackOffice(h, inbox.anna, INBOX)
  const row = await rowOf('Sven Svensson')
  expect(within(row).getByRole('link', { name: 'Oläst: Sven Svensson' }).getAttribute('href')).toBe(
    `${INBOX}/${urgent}`,
  )
  expect(within(row).getByRole('link', { name: '070-123 45 67' }).getAttribute('href')).toBe('tel:+46701234567')
  expect(row.textContent).toMatch(
    /FelanmälanAkut#\d+ Servern är nere och kassan medsven@svensson\.example.*-\d{4}-\d\d-\d\d \d\d:\d\d/,
  )
  const other = await rowOf('Lisa Läst')
  expect(within(other).getByRole('link', { name: 'Lisa Läst' })).toBeTruthy()
  expect(other.textContent).toMatch(/Meddelande#\d+ Vad kostar en timme\?/)
  expect(other.textContent).not.toContain('Akut')
})

test('tab and search are in the URL, the tabs count all enquiries, and the page links back to the same list', async () => {
  const done = await inbox.anEnquiry({ name: 'Klara Klar', message: 'Tack' })
  await inbox.anEnquiry({ name: 'Robot', message: 'Köp länkar', isSuspect: true })
  const { version } = await h.as(inbox.anna).call(enquiries.get, { params: { id: done } })
  await h.as(inbox.anna).call(enquiries.change, { params: { id: done }, body: { isDone: true, version } })
  const { counts } = await h.as(inbox.anna).call(enquiries.list, { query: {} })
  const { user, at } = await openBackOffice(h, inbox.anna, INBOX)
  await rowOf('Lisa Läst')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    `Öppna${counts?.open}`,
    `Automatiska${counts?.automatic}`,
    `Klara${counts?.done}`,
    `Misstänkt skräp${counts?.suspect}`,
  ])
  await user.click(screen.getByRole('tab', { name: /Misstänkt skräp/ }))
  expect(await rowOf('Robot')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: /Klara/ }))
  await rowOf('Klara Klar')
  await user.type(screen.getByRole('searchbox', { name: 'Sök förfrågan' }), 'finnsinte')
  expect(await screen.findByText('Ingen förfrågan under Klara stämmer med sökningen.')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Rensa sökningen' }).at(-1) as HTMLElement)
  await waitFor(() => expect(at()).toBe(`${INBOX}?tab=done`))
  await user.click(within(await rowOf('Klara Klar')).getByRole('link', { name: 'Klara Klar' }))
  await screen.findByRole('heading', { level: 1, name: 'Klara Klar' })
  await user.click(screen.getByRole('link', { name: 'Tillbaka till inkorgen' }))
  await rowOf('Klara Klar')
  expect(at()).toBe(`${INBOX}?tab=done`)
})

test('the list is sorted by when answers are due, which the URL keeps', async () => {
  const late = await inbox.anEnquiry({ name: 'Sist Svarad' })
  const first = await inbox.anEnquiry({ name: 'Först Besvarad' })
  await inbox.anEnquiry({ name: 'Nyast Inkommen' })
  await h.test.superuser.query(
    `update enquiries set due_at = now() + case id when $1 then interval '-1 day' when $2 then interval '9 days' else interval '1 day' end
     where org_id = (select org_id from enquiries where id = $1)`,
    [first, late],
  )
  const { user, at } = await openBackOffice(h, inbox.anna, INBOX)
  await rowOf('Nyast Inkommen')
  const names = () => screen.getAllByRole('row').map((row) => row.textContent ?? '')
  expect(names()[1]).toContain('Nyast Inkommen')
  await chooseOption(user, 'Ordning', 'Ska vara besvarat')
  await waitFor(() => expect(names()[1]).toContain('Först Besvarad'))
  expect(names().at(-1)).toContain('Sist Svarad')
  expect(at()).toBe(`${INBOX}?sort=due`)
  await user.click(screen.getByRole('tab', { name: /Klara/ }))
  await screen.findByRole('tab', { name: /Klara/, selected: true })
  expect(screen.queryByLabelText('Ordning')).toBeNull()
  await user.click(screen.getByRole('tab', { name: /Öppna/ }))
  await screen.findByRole('tab', { name: /Öppna/, selected: true })
  await chooseOption(user, 'Ordning', 'Nyast först')
  await waitFor(() => expect(at()).toBe(INBOX))
})

test('without enquiries each tab shows an empty state', async () => {
  const { user } = await openBackOffice(h, emptyInbox.anna, INBOX)
  expect(await screen.findByText('Inga öppna förfrågningar')).toBeTruthy()
  expect(await menuItem('Inkorg')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Automatiska0' }))
  expect(await screen.findByText('Inga automatiska mejl')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Klara0' }))
  expect(await screen.findByText('Inga klara förfrågningar')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Misstänkt skräp0' }))
  expect(await screen.findByText('Inget misstänkt skräp')).toBeTruthy()
})

test('a list that cannot be loaded shows the failure and a retry', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ method, path }) =>
    isBroken && method === 'GET' && path === '/api/enquiries' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, emptyInbox.anna, INBOX, { fetch })
  expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta förfrågningarna')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Inga öppna förfrågningar')).toBeTruthy()
})

test('new enquiries appear without a reload, and the menu announces their number', async () => {
  const { user } = await openBackOffice(h, emptyInbox.anna, INBOX)
  await screen.findByText('Inga öppna förfrågningar')
  await emptyInbox.anEnquiry({ name: 'Nina Ny' })
  expect(await rowOf('Oläst: Nina Ny')).toBeTruthy()
  expect(await menuItem('Inkorg, 1 oläst')).toBeTruthy()
  await emptyInbox.anEnquiry({ name: 'Nils Ny' })
  expect(await menuItem('Inkorg, 2 olästa')).toBeTruthy()
  // On a phone the count is on the button 'Mer'.
  const more = screen.getByRole('button', { name: 'Mer, 2 olästa' })
  await user.click(more)
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByRole('link', { name: 'Inkorg, 2 olästa' })).toBeTruthy()
})

test('Inkorg comes after Supportärenden, and the specified items keep their order', async () => {
  await openBackOffice(h, emptyInbox.anna, '/backoffice/settings')
  await screen.findByRole('link', { name: 'Inkorg, 2 olästa' })
  const names = within(screen.getByRole('navigation', { name: 'Huvudmeny' }))
    .getAllByRole('link')
    .map((link) => link.querySelector('.truncate')?.textContent)
  expect(names).toEqual([
    ...['Dashboard', 'Tidrapport', 'Kunder', 'Supportärenden', 'Inkorg'],
    ...['Månadsrapport', 'Fakturaunderlag', 'Arkiv', 'Användare', 'Inställningar'],
  ])
})

test('the rows are navigated with the arrow keys and opened with Enter', async () => {
  const { user, at } = await openBackOffice(h, emptyInbox.anna, INBOX)
  const first = within(await rowOf('Nils Ny')).getByRole('link', { name: 'Oläst: Nils Ny' })
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Oläst: Nina Ny')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Nina Ny' })
  expect(at()).toMatch(/^\/backoffice\/inbox\/[-\w]{36}$/)
})

test('more than a page is loaded on request', async () => {
  const largeInbox = await anInbox(h, 'Stora AB')
  for (let count = 1; count <= 51; count++) await largeInbox.anEnquiry({ name: `Nummer ${count}` })
  const { user } = await openBackOffice(h, largeInbox.bo, INBOX)
  await rowOf('Oläst: Nummer 51')
  expect(screen.queryByRole('row', { name: /Nummer 1 / })).toBeNull()
  await user.click(await screen.findByRole('button', { name: /Visa fler/ }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(52))
})
