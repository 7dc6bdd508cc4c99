// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { type TicketStatus, tickets } from '#features/tickets/tickets.contract.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

const PORTAL = '/customer-portal'

let h: Harness
let technician: Person
let anna: Person
let colleague: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization('Nordnät AB')
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  anna = await h.aPortalUser(customer)
  colleague = await h.aPortalUser(customer)
  await givePassword(h, anna)
})
beforeEach(async () => {
  for (const table of ['ticket_comments', 'ticket_changes', 'ticket_drafts', 'tickets'])
    await h.test.superuser.query(`delete from ${table}`)
})
afterEach(closeApp)
afterAll(() => h.stop())

const openPortal = (path = '', options: { fetch?: typeof fetch } = {}) =>
  openBackOffice(h, anna, PORTAL + path, options)
const aTicket = (overrides: object = {}, person = anna) =>
  h
    .as(person)
    .call(portal.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt i lagret', ...overrides } })
const reply = (id: string, comment: string) =>
  h.as(technician).call(tickets.comment, { params: { id }, body: { comment, isInternal: false } })
async function change(id: string, changed: { status?: TicketStatus; assignedTo?: string }) {
  const { version } = await h.as(technician).call(tickets.get, { params: { id } })
  await h.as(technician).call(tickets.change, { params: { id }, body: { ...changed, version } })
}
const stored = async () => (await h.as(anna).call(portal.list, { query: {} })).rows
const comments = async (id: string) =>
  (await h.as(anna).call(portal.thread, { params: { id } })).flatMap((entry) =>
    entry.kind === 'comment' ? [entry.comment] : [],
  )

const sees = (person: Person, isAll: boolean) =>
  h.test.superuser.query('update customer_users set sees_company = $1 where user_id = $2', [isAll, person.userId])

test('a login with Egna ärenden sees that only its own tickets are shown, also when there are none', async () => {
  const own = 'Här ser du de ärenden som du har anmält eller får kopia av.'
  await sees(anna, false)
  await aTicket({ title: 'Kollegans skrivare' }, colleague)
  const { user } = await openPortal()
  expect(
    await screen.findByText(/^Skriv till oss när .* svarar vi här\. Här ser du de ärenden som du har anmält/),
  ).toBeTruthy()
  await aTicket()
  await user.click(screen.getByRole('button', { name: 'Ny ticket' }))
  await user.type(await screen.findByLabelText(/Ämne/), 'Ny skärm')
  await user.type(screen.getByLabelText(/Beskrivning/), 'Den är svart')
  await user.click(screen.getByRole('button', { name: 'Skapa ticket' }))
  expect(await screen.findByText(own)).toBeTruthy()
  expect(screen.queryByText('Kollegans skrivare')).toBeNull()
  await closeApp()
  await sees(anna, true)
  await openPortal()
  expect(await screen.findByText('Kollegans skrivare')).toBeTruthy()
  expect(screen.queryByText(own)).toBeNull()
})

const card = (name: RegExp) => screen.findByRole('link', { name })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Skriv en kommentar' })
const sendButton = () => screen.getByRole('button', { name: 'Skicka kommentar' })
const entries = async () =>
  within(await screen.findByRole('log', { name: 'Kommentarer' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the list', () => {
  test('shows title, status and who must act next for each ticket; a card opens its ticket', async () => {
    const { id, ticketNumber } = await aTicket({ priority: 'urgent' })
    await reply(id, 'Har ni startat om?')
    await change((await aTicket({ title: 'Ny skrivare' }, colleague)).id, { status: 'resolved' })
    const { user, at } = await openPortal()
    const link = await card(/WiFi nere/)
    const [waiting, done] = screen.getAllByRole('article')
    for (const text of [`#${ticketNumber}`, 'Ingen kontakt i lagret', 'Öppen', 'Svar från oss', 'Akut', 'nyss'])
      expect(waiting?.textContent).toContain(text)
    expect(within(link).getByText('nyss').closest('time')?.title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    for (const text of ['Ny skrivare', 'Löst', 'Klart', 'Normal']) expect(done?.textContent).toContain(text)
    expect(screen.getByText('Åkeriet AB')).toBeTruthy()
    expect(screen.getByText('Nordnät AB')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Supportportal – Nordnät AB'))
    await user.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'WiFi nere' })).toBeTruthy()
    expect(at()).toBe(`${PORTAL}/tickets/${id}`)
    await user.click(screen.getByRole('link', { name: 'Tillbaka' }))
    expect(await card(/WiFi nere/)).toBeTruthy()
  })

  test('names a private customer once', async () => {
    const home = await h.aCustomer({ orgId: customer.orgId, name: 'Linnea Kjellin' })
    const linnea = await h.aPortalUser(home)
    await givePassword(h, linnea)
    await h.test.superuser.query(`update customer_users set full_name = 'Linnea Kjellin' where user_id = $1`, [
      linnea.userId,
    ])
    await openBackOffice(h, linnea, PORTAL)
    expect(await screen.findAllByText(/Linnea Kjellin/)).toHaveLength(1)
  })

  test('shows what to do when it is empty', async () => {
    const { user } = await openPortal()
    expect(await screen.findByText('Inga tickets ännu')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ny ticket' }))
    expect(await screen.findByRole('dialog', { name: 'Ny ticket' })).toBeTruthy()
  })

  test('shows the failure and a retry when it cannot be loaded', async () => {
    await aTicket()
    let isBroken = true
    const fetch = meddling(h, ({ path }) =>
      path === '/api/portal/tickets' && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
    )
    const { user } = await openPortal('', { fetch })
    expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte ladda tickets')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Försök igen' }))
    expect(await card(/WiFi nere/)).toBeTruthy()
  })

  test('loads the next page with Visa fler', async () => {
    await h.test.superuser.query(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_at)
       select $1, gen_random_uuid(), 5000 + n, $2, 'Ärende ' || n, 'x', now() - n * interval '1 hour' from generate_series(1, 60) n`,
      [customer.orgId, customer.id],
    )
    const { user } = await openPortal()
    const cards = () => screen.getAllByRole('heading', { level: 2 })
    await waitFor(() => expect(cards()).toHaveLength(50))
    await user.click(screen.getByRole('button', { name: 'Visa fler' }))
    await waitFor(() => expect(cards()).toHaveLength(60))
    expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
  })
})

describe('Ny ticket', () => {
  async function openDialog(options: { fetch?: typeof fetch } = {}) {
    const { user } = await openPortal('', options)
    await user.click(await screen.findByRole('button', { name: 'Ny ticket' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny ticket' }))
    return {
      user,
      title: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Ämne' }),
      description: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Beskrivning' }),
      priority: dialog.getByRole('combobox', { name: 'Prioritet' }),
      save: dialog.getByRole('button', { name: 'Skapa ticket' }),
    }
  }
  async function write(user: UserEvent, into: HTMLElement, text: string) {
    await user.click(into)
    await user.paste(text)
  }

  test('is created, shows its number in a toast, and is first in the list', async () => {
    await aTicket({ title: 'Äldre' })
    const { user, title, description, priority, save } = await openDialog()
    await write(user, title, 'Kassan är död')
    await write(user, description, 'Svart skärm')
    await user.selectOptions(priority, 'Akut')
    await user.click(save)
    expect(await screen.findByText('Ticket skapad!')).toBeTruthy()
    const [created] = await stored()
    expect(created).toMatchObject({ title: 'Kassan är död', description: 'Svart skärm', priority: 'urgent' })
    expect(screen.getByText(new RegExp(`#${created?.ticketNumber}\\.`))).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
        'Kassan är död',
        'Äldre',
      ]),
    )
  })

  test('shows a message at each missing field, and limits the length of input', async () => {
    const { user, title, description, save } = await openDialog()
    await user.click(save)
    await waitFor(() => expect(problemOf(title)).toContain('Ämne krävs'))
    expect(problemOf(description)).toContain('Beskrivning krävs')
    expect([title.maxLength, description.maxLength, description.rows]).toEqual([200, 5000, 5])
    expect(await stored()).toEqual([])
  })

  test('retains the text when the response is lost, and a retry creates one ticket', async () => {
    let isLost = true
    const fetch = meddling(h, ({ method }, pass) =>
      method === 'POST' && isLost ? pass().then(lostConnection) : undefined,
    )
    // Signing in is also a POST.
    isLost = false
    const { user, title, description, save } = await openDialog({ fetch })
    isLost = true
    await write(user, title, 'WiFi nere')
    await write(user, description, 'Ingen kontakt')
    await user.click(save)
    expect(await screen.findByText(/Ingen kontakt med servern/)).toBeTruthy()
    expect(title.value).toBe('WiFi nere')
    isLost = false
    await user.click(save)
    expect(await screen.findByText('Ticket skapad!')).toBeTruthy()
    expect(await stored()).toHaveLength(1)
  })
})

describe('a ticket', () => {
  test('shows all that the customer may see, with the comments as a conversation', async () => {
    const { id, ticketNumber } = await aTicket({ description: 'Rad ett\nRad två' })
    await change(id, { status: 'in_progress', assignedTo: technician.userId })
    await reply(id, 'Vi kommer i morgon')
    await h.as(colleague).call(portal.comment, { params: { id }, body: { comment: 'Toppen' } })
    await change(id, { status: 'resolved' })
    await openPortal(`/tickets/${id}`)
    const about = await screen.findByRole('region', { name: 'Ärendet' })
    for (const text of [`#${ticketNumber}`, 'Rad ett\nRad två', 'Löst', 'Klart', 'Normal', 'Tove Teknik'])
      expect(about.textContent).toContain(text)
    expect(about.textContent).toMatch(/i dag \d\d:\d\d/)
    await waitFor(async () => expect(await entries()).toHaveLength(4))
    const [started, byStaff, byColleague, resolved] = await entries()
    expect(started).toContain('Vi arbetar med ärendet')
    expect(byStaff).toMatch(/Tove Teknik.*Nordnät AB.*Vi kommer i morgon/)
    expect(byColleague).toMatch(new RegExp(`${colleague.email}.*Toppen`))
    expect(resolved).toContain('Ärendet är löst')
  })

  test('shows a text when there are no comments', async () => {
    const { id } = await aTicket()
    await openPortal(`/tickets/${id}`)
    expect(await screen.findByText('Inga kommentarer ännu')).toBeTruthy()
  })

  test.each(['01970000-0000-7000-8000-000000000000', 'nonsens'])(
    'that does not exist (%s) navigates to the list',
    async (id) => {
      const { at } = await openPortal(`/tickets/${id}`)
      expect(await screen.findByText('Kunde inte ladda ticket')).toBeTruthy()
      expect(at()).toBe(PORTAL)
    },
  )
})

describe('a comment', () => {
  test('is sent only when it is not blank, and then appears in the conversation', async () => {
    const { id } = await aTicket()
    const { user } = await openPortal(`/tickets/${id}`)
    await user.type(await field(), '  \u200b\u2060\u00ad')
    expect(sendButton()).toHaveProperty('disabled', true)
    await user.clear(await field())
    await user.type(await field(), 'Hallå?')
    await user.click(sendButton())
    await waitFor(async () => expect(await entries()).toEqual([expect.stringMatching(/^Du.*Hallå\?/)]))
    // The live event may arrive before the response.
    await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
    expect(await comments(id)).toEqual(['Hallå?'])
    expect(screen.queryByText('Inga kommentarer ännu')).toBeNull()
  })

  test('is sent with Ctrl+Enter too', async () => {
    const { id } = await aTicket()
    const { user } = await openPortal(`/tickets/${id}`)
    await user.type(await field(), 'Hej{Control>}{Enter}{/Control}')
    await waitFor(async () => expect(await comments(id)).toEqual(['Hej']))
  })

  test.each([
    ['resolved', 'Ärendet är löst.'],
    ['closed', 'Ärendet är stängt.'],
  ] as const)('on a %s ticket reopens it, with a hint before and an entry afterwards', async (status, hint) => {
    const { id } = await aTicket()
    await change(id, { status })
    const { user } = await openPortal(`/tickets/${id}`)
    expect(problemOf(await field())).toContain(hint)
    await user.type(await field(), 'Det är borta igen')
    await user.click(sendButton())
    expect(await screen.findByText('Din kommentar öppnade ärendet igen')).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Ärendet' }).textContent).toMatch(/Öppen.*Väntar på oss/),
    )
    await waitFor(async () => expect(problemOf(await field())).toBe(''))
  })

  test('by a colleague that reopened the ticket is not shown as the user’s own', async () => {
    const { id } = await aTicket()
    await change(id, { status: 'closed' })
    await h.as(colleague).call(portal.comment, { params: { id }, body: { comment: 'Hallå' } })
    await openPortal(`/tickets/${id}`)
    expect(await screen.findByText(`En kommentar från ${colleague.email} öppnade ärendet igen`)).toBeTruthy()
  })

  test('remains in the field when the response is lost, and a retry creates one comment', async () => {
    const { id } = await aTicket()
    let isLost = true
    const fetch = meddling(h, ({ method, path }, pass) =>
      method === 'POST' && path.endsWith('/comments') && isLost ? pass().then(lostConnection) : undefined,
    )
    const { user } = await openPortal(`/tickets/${id}`, { fetch })
    await user.type(await field(), 'Hallå?')
    await user.click(sendButton())
    expect(await screen.findByText('Kunde inte skicka kommentar')).toBeTruthy()
    expect(await field()).toHaveProperty('value', 'Hallå?')
    isLost = false
    await user.click(sendButton())
    await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
    expect(await comments(id)).toEqual(['Hallå?'])
  })

  test('is restored at the next visit if it was not sent', async () => {
    const { id } = await aTicket()
    const { user } = await openPortal(`/tickets/${id}`)
    await user.type(await field(), 'Jag tror att ')
    await user.click(screen.getByRole('link', { name: 'Tillbaka' }))
    await waitFor(async () =>
      expect(await h.as(anna).call(portal.draft, { params: { id } })).toMatchObject({ comment: 'Jag tror att ' }),
    )
    await user.click(await card(/WiFi nere/))
    await waitFor(async () => expect(await field()).toHaveProperty('value', 'Jag tror att '))
  })

  test('survives the end of the session, and is sent once after a new sign-in', async () => {
    const { id } = await aTicket()
    const { user, at } = await openPortal(`/tickets/${id}`)
    await user.type(await field(), 'Skrivet innan')
    await endBrowserSessions(h, anna)
    await user.click(sendButton())
    await waitFor(() => expect(at()).toMatch(/^\/customer-login/))
    await signIn(anna)
    expect(await field()).toHaveProperty('value', 'Skrivet innan')
    await user.click(sendButton())
    await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
    expect(await comments(id)).toEqual(['Skrivet innan'])
  })
})
