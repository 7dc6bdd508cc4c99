// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { contacts } from '#features/customers/contacts.contract.ts'
import { HOLD_NEEDS_ANSWER } from '#features/tickets/hold.rules.ts'
import { type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const INTERNAL = 'Intern kommentar (syns ej för kund)'

let h: Harness
let anna: Person
let bo: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  customerId = (await h.aCustomer({ orgId, name: 'Bergs Bageri' })).id
  for (const person of [anna, bo]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTicket = (title: string) =>
  h.as(anna).call(tickets.create, { body: { title, description: 'Ingen kontakt', customerId } })
const pathOf = ({ id }: TicketRow) => `/backoffice/tickets/${id}`
const params = ({ id }: TicketRow) => ({ params: { id } })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kommentar' })
const button = (name: string) => screen.findByRole('button', { name })
const thread = () => screen.findByRole('log', { name: 'Konversation' })
const commentsOf = async (ticket: TicketRow) =>
  (await h.as(bo).call(tickets.thread, params(ticket))).filter((entry) => entry.kind === 'comment')
/** From the next ticket, which opens after the one that is done. */
async function backTo({ ticketNumber, title }: TicketRow) {
  fireEvent.click(await screen.findByRole('button', { name: `Tillbaka till #${ticketNumber}` }))
  await screen.findByRole('heading', { level: 1, name: title })
}
const draftOf = (ticket: TicketRow, person = anna) => h.as(person).call(tickets.draft, params(ticket))
/** Intercepts the requests that send comments. */
const interceptComments = (
  respond: (count: number, pass: () => Promise<Response>) => Promise<Response> | undefined,
) => {
  let count = 0
  return meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || !path.endsWith('/comments')) return undefined
    count += 1
    return respond(count, pass)
  })
}

test('a blank comment cannot be sent; any other is sent and appears in the thread', async () => {
  const ticket = await aTicket('WiFi nere')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  expect(await button('Skicka')).toHaveProperty('disabled', true)
  await user.type(await field(), '  \u200b\u2060\u00ad {Control>}{Enter}{/Control}')
  expect(await button('Skicka')).toHaveProperty('disabled', true)
  await user.clear(await field())
  await user.type(await field(), 'Vi kommer i morgon')
  await user.click(await button('Skicka'))
  expect(await within(await thread()).findByText('Vi kommer i morgon')).toBeTruthy()
  expect(await field()).toHaveProperty('value', '')
  expect(document.activeElement).toBe(await field())
  expect(await commentsOf(ticket)).toMatchObject([{ comment: 'Vi kommer i morgon', isInternal: false }])
})

test('Skicka och vänta comments and waits for the customer, which is shown with its date', async () => {
  const ticket = await aTicket('Skärmen flimrar')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.type(await field(), 'Har du bytt kabel?')
  await user.click(screen.getByRole('checkbox', { name: INTERNAL }))
  expect(screen.queryByRole('button', { name: 'Skicka och vänta' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: INTERNAL }))
  await user.click(await button('Skicka och vänta'))
  await backTo(ticket)
  expect(await screen.findByText(/^Väntar på kund sedan \d{4}-\d\d-\d\d$/)).toBeTruthy()
  expect(await within(await thread()).findByText('Har du bytt kabel?')).toBeTruthy()
  expect(await within(await thread()).findByText('Anna Ask väntar på svar från kunden')).toBeTruthy()
  const [sent] = await commentsOf(ticket)
  expect(await h.as(bo).call(tickets.get, params(ticket))).toMatchObject({
    status: 'open',
    onHoldSince: sent?.createdAt,
  })
})

test('a wait that a colleague made impossible is refused in words, and the text stays', async () => {
  const ticket = await aTicket('Skärmen är svart')
  const fetch = interceptComments(async (_count, pass) => {
    const { version } = await h.as(bo).call(tickets.get, params(ticket))
    await h.as(bo).call(tickets.change, { ...params(ticket), body: { status: 'resolved', version } })
    return pass()
  })
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Är du kvar?')
  await user.click(await button('Skicka och vänta'))
  expect((await screen.findByRole('alert')).textContent).toContain(HOLD_NEEDS_ANSWER)
  expect(await field()).toHaveProperty('value', 'Är du kvar?')
  expect(await commentsOf(ticket)).toEqual([])
})

test('Skicka och lös comments and resolves; not offered on a done ticket or internal comment', async () => {
  const ticket = await aTicket('Tangentbordet är dött')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.type(await field(), 'Du har fått ett nytt.')
  await user.click(screen.getByRole('checkbox', { name: INTERNAL }))
  expect(screen.queryByRole('button', { name: 'Skicka och lös' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: INTERNAL }))
  await user.click(await button('Skicka och lös'))
  expect(await screen.findByText('Ticket har uppdaterats')).toBeTruthy()
  await backTo(ticket)
  expect(await within(await thread()).findByText('Du har fått ett nytt.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'resolved')
  expect(screen.queryByRole('button', { name: 'Skicka och lös' })).toBeNull()
  expect(await h.as(bo).call(tickets.get, params(ticket))).toMatchObject({ status: 'resolved' })
})

test('the contact has links to call and mail, and the description is the first message', async () => {
  const customer = await h.aCustomer({ orgId: anna.orgId ?? '', name: 'Kajens Café' })
  await h.test.superuser.query(`update customers set phone = '018-12 34 56' where id = $1`, [customer.id])
  const kim = await h.aPortalUser(customer)
  const body = { title: 'Kassan är seg', description: 'Sedan i morse.' }
  const { id } = await h.as(kim).call(portal.create, { body })
  await openBackOffice(h, anna, `/backoffice/tickets/${id}`)
  const call = await screen.findByRole('link', { name: 'Ring 018-12 34 56' })
  expect(call.getAttribute('href')).toBe('tel:+4618123456')
  const mail = screen.getByRole('link', { name: `Mejla ${kim.email}` })
  expect(mail.getAttribute('href')).toMatch(new RegExp(`^mailto:${kim.email}\\?subject=%5B%23\\d+%5D%20Kassan`))
  const [first] = screen.getAllByRole('article')
  expect(first?.textContent).toMatch(/Kund.*Sedan i morse\./)
})

test('in internal mode the button’s label changes, and Ctrl+Enter saves the comment for staff only', async () => {
  const ticket = await aTicket('Skrivaren står still')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.click(await screen.findByRole('checkbox', { name: INTERNAL }))
  expect(screen.getByText('Intern kommentar. Syns bara för personalen')).toBeTruthy()
  expect(await button('Spara internt')).toBeTruthy()
  await user.type(await field(), 'Kolla garantin{Control>}{Enter}{/Control}')
  expect(await within(await thread()).findByText('Intern kommentar')).toBeTruthy()
  expect(await commentsOf(ticket)).toMatchObject([{ comment: 'Kolla garantin', isInternal: true }])
  // The mode remains internal until the user changes it.
  expect(await field()).toHaveProperty('value', '')
  expect(await button('Spara internt')).toBeTruthy()
})

test('A-79: a double click, or a retry after a lost response, sends one internal comment', async () => {
  const ticket = await aTicket('Router sönder')
  const held = Promise.withResolvers<void>()
  const fetch = interceptComments((count, pass) =>
    count === 1 ? held.promise.then(pass).then(lostConnection) : undefined,
  )
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Byt kabeln')
  await user.click(await screen.findByRole('checkbox', { name: INTERNAL }))
  await user.dblClick(await button('Spara internt'))
  expect(await button('Skickar...')).toBeTruthy()
  held.resolve()
  const toast = await screen.findByText('Fel')
  expect(toast.parentElement?.textContent).toContain('Kunde inte skicka kommentar')
  // At the top, because the composer's buttons are at the bottom, where toasts usually are.
  expect(toast.closest('li')?.dataset.yPosition).toBe('top')
  expect((await screen.findByRole('alert')).textContent).toContain('Ingen kontakt med servern')
  expect(await field()).toHaveProperty('value', 'Byt kabeln')
  await user.click(await button('Spara internt'))
  await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
  expect(await commentsOf(ticket)).toMatchObject([{ comment: 'Byt kabeln', isInternal: true }])
})

test('a comment is sent as it was when the button was pressed, despite later changes', async () => {
  const ticket = await aTicket('Larmet tjuter')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.click(await screen.findByRole('checkbox', { name: INTERNAL }))
  await user.type(await field(), 'Koden är bytt')
  const [send, mode, text] = [
    await button('Spara internt'),
    screen.getByRole('checkbox', { name: INTERNAL }),
    await field(),
  ]
  act(() => send.click())
  act(() => mode.click())
  fireEvent.change(text, { target: { value: 'Koden är bytt. Hej!' } })
  expect([text.value, mode]).toMatchObject(['Koden är bytt', { checked: true }])
  expect(await within(await thread()).findByText('Koden är bytt')).toBeTruthy()
  expect(await commentsOf(ticket)).toMatchObject([{ comment: 'Koden är bytt', isInternal: true }])
})

test('a comment that the server refuses remains in the composer', async () => {
  const ticket = await aTicket('Fläkten låter')
  const fetch = interceptComments((count) => (count === 1 ? Promise.resolve(brokenAnswer()) : undefined))
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  await user.type(await field(), 'Vi byter fläkten')
  await user.click(await button('Skicka'))
  expect((await screen.findByText('Fel')).parentElement?.textContent).toContain('Kunde inte skicka kommentar')
  expect(await field()).toHaveProperty('value', 'Vi byter fläkten')
  expect(await button('Skicka')).toHaveProperty('disabled', false)
})

test('a draft is saved while typing and on navigation, restored, and deleted when sent', async () => {
  const ticket = await aTicket('Larmet tjuter')
  const { user, router } = await openBackOffice(h, anna, pathOf(ticket))
  await user.type(await field(), 'Jag ringer')
  await user.click(await screen.findByRole('checkbox', { name: INTERNAL }))
  expect(await screen.findByText('Utkastet är sparat')).toBeTruthy()
  expect(await draftOf(ticket)).toMatchObject({ comment: 'Jag ringer', isInternal: true })
  expect(await draftOf(ticket, bo)).toMatchObject({ comment: '', isInternal: false })
  await user.type(await field(), ' leverantören')
  await act(() => router.navigate('/backoffice/tickets'))
  await waitFor(async () => expect((await draftOf(ticket)).comment).toBe('Jag ringer leverantören'))
  await closeApp()

  const reopened = await openBackOffice(h, anna, pathOf(ticket))
  expect(await screen.findByDisplayValue('Jag ringer leverantören')).toBeTruthy()
  await reopened.user.click(await button('Spara internt'))
  await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
  expect(await draftOf(ticket)).toMatchObject({ comment: '', isInternal: false })
  expect(await commentsOf(ticket)).toMatchObject([{ comment: 'Jag ringer leverantören', isInternal: true }])
})

test('when the session ends while writing, the text is restored after the sign-in and sent once', async () => {
  const ticket = await aTicket('Bilen är låst')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.type(await field(), 'Nyckeln ligger i receptionen')
  await endBrowserSessions(h, anna)
  await user.click(await button('Skicka'))
  await signIn(anna)
  expect(await screen.findByDisplayValue('Nyckeln ligger i receptionen')).toBeTruthy()
  await user.click(await button('Skicka'))
  expect(await within(await thread()).findByText('Nyckeln ligger i receptionen')).toBeTruthy()
  expect(await commentsOf(ticket)).toHaveLength(1)
})

test('A-80: another user who signs in on the same page does not see the text', async () => {
  const ticket = await aTicket('Växeln är tyst')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  await user.type(await field(), 'Annas hemlighet')
  await endBrowserSessions(h, anna)
  await user.click(await button('Skicka'))
  await signIn(bo)
  await thread()
  expect(await field()).toHaveProperty('value', '')
  expect(await draftOf(ticket, bo)).toMatchObject({ comment: '', isInternal: false })
})

test('the composer shows what the mail adds: no second greeting, nothing for internal comments', async () => {
  const ticket = await aTicket('Hälsningen')
  await h.test.superuser.query(`update customers set email = 'info@bergs.example' where id = $1`, [customerId])
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  const before = await screen.findByText(/^Mejlet börjar med/)
  expect(before.textContent).toMatch(/”Hej” och mottagarens förnamn, sedan ”Anna Ask på .+ har svarat:”/)
  await user.type(await field(), 'Hej Bengt!')
  await waitFor(() => expect(screen.getByText(/^Mejlet börjar med/).textContent).not.toContain('mottagarens förnamn'))
  await user.click(await screen.findByRole('checkbox', { name: INTERNAL }))
  await waitFor(() => expect(screen.queryByText(/^Mejlet börjar med/)).toBeNull())
  await h.test.superuser.query('update customers set email = null where id = $1', [customerId])
})

test('the composer shows who gets the mail, and what to do when nobody does', async () => {
  const ticket = await aTicket('Vem får svaret')
  const { user } = await openBackOffice(h, anna, pathOf(ticket))
  const nobody = 'Ingen hos kunden får svaret med mejl.'
  expect(await screen.findByText(nobody)).toBeTruthy()
  expect(screen.queryByText(/^Mejlet börjar med/)).toBeNull()
  const contactPage = screen.getByRole('link', { name: 'Kontakter hos kunden' })
  expect(contactPage.getAttribute('href')).toBe(`/backoffice/customers/${customerId}/contacts`)
  for (const name of ['Emma Eklund', 'Lisa Ek']) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@bergs.example`
    await h.as(anna).call(contacts.create, { params: { id: customerId }, body: { name, email } })
  }
  await user.type(await field(), 'Vi kommer i morgon')
  await user.click(screen.getByRole('button', { name: 'Välj mottagare' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Anmälare' }), 'Emma Eklund')
  await user.click(screen.getByRole('checkbox', { name: 'Lisa Ek' }))
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Går till Emma Eklund och 1 kopia')).toBeTruthy()
  expect(screen.getByText(/^Mejlet börjar med/)).toBeTruthy()
  expect(screen.queryByText(nobody)).toBeNull()
  expect(await field()).toHaveProperty('value', 'Vi kommer i morgon')
  expect(await commentsOf(ticket)).toEqual([])
})

test('when the recipients cannot be fetched, the composer shows that and offers a retry', async () => {
  const ticket = await aTicket('Okänd mottagare')
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    isBroken && path.endsWith('/recipients') ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, anna, pathOf(ticket), { fetch })
  expect(await screen.findByText('Det gick inte att hämta vem som får svaret.')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Ingen hos kunden får svaret med mejl.')).toBeTruthy()
})

test('without a mail server the composer shows that no mail is sent, and where it is stored', async () => {
  const offline = await startHarness({ on: h.test, tokens: h.tokens })
  const ticket = await aTicket('Utan server')
  await h.test.superuser.query(`update customers set email = 'info@bergs.example' where id = $1`, [customerId])
  await openBackOffice(offline, anna, pathOf(ticket))
  expect(await screen.findByText('Inget mejl går ut: ingen e-postserver är inställd.')).toBeTruthy()
  expect((await screen.findByText(/^Mejlet till info@bergs\.example sparas i \d+\sdagar/)).textContent).toContain(
    'inte senare',
  )
  expect(screen.queryByText(/^Går till/)).toBeNull()
  expect(screen.queryByText(/^Mejlet börjar med/)).toBeNull()
  await closeApp()
  const fetch = meddling(offline, ({ path }) =>
    path.endsWith('/recipients') ? Promise.resolve(brokenAnswer()) : undefined,
  )
  await openBackOffice(offline, anna, pathOf(ticket), { fetch })
  expect(await screen.findByText(/^Mejlet sparas i/)).toBeTruthy()
  await closeApp()
  await h.test.superuser.query('update customers set email = null where id = $1', [customerId])
  await offline.stop()
})
