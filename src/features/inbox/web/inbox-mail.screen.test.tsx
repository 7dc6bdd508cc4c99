// @vitest-environment jsdom
// A mail in Inkorg, on the page of its enquiry.
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
// Preloads the lazily loaded code.
import './inbox-mail.tsx'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  await givePassword(h, s.anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

async function openMail(written: Parameters<MailboxScenario['write']>[0]) {
  await s.write(written)
  const [{ id }] = (await s.q(
    `select enquiry_id as id from mail_messages where org_id = $1 order by uid desc limit 1`,
    s.orgId,
  )) as [{ id: string }]
  return openBackOffice(h, s.anna, `/backoffice/inbox/${id}`)
}
const part = () => screen.findByRole('region', { name: 'Varför mejlet ligger här' })
const press = async (name: string | RegExp) => within(await part()).findByRole('button', { name })
const comments = async (id: string) =>
  (await h.as(s.anna).call(tickets.thread, { params: { id } })).filter(({ kind }) => kind === 'comment')

test('an unauthenticated mail is marked, and is added to its ticket after a confirmation', async () => {
  const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
  const subject = `SV: [#${ticket.number}] WiFi nere`
  const { user } = await openMail({ from: 'lo@kajen.example', subject, authentication: 'none' })
  expect((await within(await part()).findByText(/Inget visar/)).textContent).toContain('står som avsändare')
  expect((await part()).textContent).toContain('Ingen har kontrollerat vem avsändaren är')
  expect((await part()).textContent).toContain('Kontakt lo@kajen.example, Kajens Café')
  expect(
    within(await part())
      .getByRole('link', { name: `#${ticket.number} WiFi nere` })
      .getAttribute('href'),
  ).toBe(`/backoffice/tickets/${ticket.id}`)
  await user.click(await press('Lägg till i ärendet'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('en kommentar av Kontakt lo@kajen.example, som kunden läser')
  expect(await comments(ticket.id)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Lägg till' }))
  expect(await screen.findByText(`Mejlet är tillagt i #${ticket.number}`)).toBeTruthy()
  expect(await comments(ticket.id)).toMatchObject([{ comment: 'Nu blinkar det.', byCustomer: true }])
  expect(await screen.findByRole('link', { name: `Visa ärende #${ticket.number}` })).toBeTruthy()
  expect(within(await part()).queryByRole('button', { name: 'Lägg till i ärendet' })).toBeNull()
})

test('an unknown sender who answers a ticket is saved as contact with one click, and the mail added with another', async () => {
  const ticket = await s.aTicket()
  const { user } = await openMail({ from: 'Siv Ek <siv@annan.example>', subject: `[#${ticket.number}]` })
  await within(await part()).findByText('Okänd')
  expect(within(await part()).queryByRole('button', { name: 'Lägg till i ärendet' })).toBeNull()
  expect((await screen.findByText(/^Mejlet börjar med/)).textContent).toContain('Under står det senaste mejlet.')
  await user.click(await press('Spara som kontakt hos Kajens Café'))
  await user.click(await press('Lägg till i ärendet'))
  expect(await screen.findByText(`Mejlet är tillagt i #${ticket.number}`)).toBeTruthy()
  expect((await comments(ticket.id))[0]?.author?.fullName).toBe('Siv Ek')
})

test('an unknown sender without a ticket is saved as contact of a customer that staff search for', async () => {
  const { user } = await openMail({ from: 'Siv Ek <siv@gmail.com>' })
  expect((await within(await part()).findByText(/Ingen kontakt och ingen inloggning/)).textContent).toBeTruthy()
  await user.click(await press('Spara som kontakt'))
  const dialog = await screen.findByRole('dialog', { name: 'Spara avsändaren som kontakt' })
  await user.click(within(dialog).getByRole('button', { name: 'Spara' }))
  expect((await within(dialog).findAllByText('Välj en kund')).length).toBeGreaterThan(0)
  await user.type(within(dialog).getByRole('combobox', { name: /Kund/ }), 'Kajens')
  await user.click(await screen.findByRole('option', { name: /Kajens Café/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Avsändaren är sparad som kontakt')).toBeTruthy()
  expect(await within(await part()).findByText('Siv Ek, Kajens Café')).toBeTruthy()
})

test('automatic mail is labelled as such', async () => {
  await openMail({ from: 'larm@nas.example', headers: ['Auto-Submitted: auto-generated'] })
  expect((await within(await part()).findByText(/Ett program skrev mejlet/)).textContent).toBeTruthy()
})

test('one click makes a rule and a ticket of the mail; the rule is shown and can be removed', async () => {
  await s.aContact('lo@kajen.example')
  const headers = ['Auto-Submitted: auto-generated']
  const { user } = await openMail({ from: 'NAS <nas@kajen.example>', subject: 'Varning', headers })
  await user.click(await press('Alltid ärende för Kajens Café'))
  expect(await screen.findByText('Regeln är sparad, och mejlet är ett ärende')).toBeTruthy()
  expect(await within(await part()).findByText('Blir alltid ett ärende för Kajens Café')).toBeTruthy()
  const { rows } = await h.as(s.anna).call(tickets.list, { query: {} })
  expect(rows.map(({ title }) => title)).toContain('Varning')
  await user.click(await press('Ta bort regeln'))
  expect(await screen.findByText('Regeln är borttagen')).toBeTruthy()
  expect(await press('Alltid till Inkorg')).toBeTruthy()
})

test('mail of an unknown sender is discarded with one click', async () => {
  const { user } = await openMail({ from: 'Reklam <reklam@slang.example>' })
  await user.click(await press('Släng'))
  expect(await within(await part()).findByText('Slängs')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Öppna igen' })).toBeTruthy()
})

test('a ticket created from a mail shows how its sender was authenticated, or that it was not', async () => {
  for (const [authentication, text] of [
    ['dkim', 'Signaturen (DKIM) visar att avsändaren stämmer'],
    ['none', 'avsändare ej verifierad'],
  ] as const) {
    await s.write({
      from: `Ny <ny-${authentication}@okand.example>`,
      subject: `Offert ${authentication}`,
      authentication,
    })
    const [{ id }] = (await s.q(
      'select enquiry_id as id from mail_messages where org_id = $1 order by uid desc limit 1',
      s.orgId,
    )) as [{ id: string }]
    const made = await h.as(s.anna).call(enquiries.makeTicket, {
      params: { id },
      body: { customerId: s.customer.id, title: 'Offert', description: 'Nu blinkar det.', priority: 'normal' },
    })
    await openBackOffice(h, s.anna, `/backoffice/tickets/${made.id}`)
    expect((await screen.findByRole('link', { name: 'Visa förfrågan' })).parentElement?.textContent).toContain(text)
    expect(await h.as(s.anna).call(tickets.get, { params: { id: made.id } })).toMatchObject({
      enquiryAuthentication: authentication,
    })
    await closeApp()
  }
})

test('the hint to check the address is shown only for unauthenticated mail', async () => {
  await s.aContact('lo@kajen.example')
  const { user } = await openMail({ from: 'lo@kajen.example', authentication: 'none' })
  await user.click(await screen.findByRole('link', { name: 'Skapa ärende' }))
  expect(await screen.findByText(/Vem som helst kan ange en adress/)).toBeTruthy()
  await closeApp()
  const other = await openMail({ from: 'annan@okand.example' })
  await s.aContact('annan@okand.example')
  await other.user.click(await screen.findByRole('link', { name: 'Skapa ärende' }))
  expect(await screen.findByText('Signaturen (DKIM) visar att avsändaren stämmer.')).toBeTruthy()
  expect(screen.queryByText(/Vem som helst kan ange en adress/)).toBeNull()
})

const REPLY_TO = 'Reply-To: Ida Holm <ida@okand.example>'
const choice = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Mottagare' })

test('a mail with another Reply-To offers both addresses and preselects the sender’s', async () => {
  const { user } = await openMail({ from: 'Webb <no-reply@webb.example>', subject: 'Nytt', headers: [REPLY_TO] })
  expect(await screen.findByText('Svar med mejl till no-reply@webb.example')).toBeTruthy()
  expect((await choice()).value).toBe('')
  const facts = within(screen.getByRole('complementary', { name: 'Om förfrågan' }))
  expect(facts.getByText('Vill ha svar till')).toBeTruthy()
  expect(facts.getByRole('link', { name: /ida@okand\.example/ })).toBeTruthy()
  expect((await part()).textContent).not.toContain('Ring och fråga innan du svarar dit')
  await user.selectOptions(await choice(), 'Adressen för svar, ida@okand.example')
  expect(await screen.findByText('Svar med mejl till ida@okand.example')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Svar' }), 'Hej Ida')
  await user.click(screen.getByRole('button', { name: 'Skicka svar' }))
  expect(await screen.findByText('Till ida@okand.example')).toBeTruthy()
  const sent = await s.q('select sent_to from enquiry_replies where org_id = $1', s.orgId)
  expect(sent).toEqual([{ sent_to: 'ida@okand.example' }])
})

test('two addresses in Reply-To are both shown and offered', async () => {
  const headers = ['Reply-To: ida@okand.example, bo@okand.example']
  const { user } = await openMail({ from: 'Webb <no-reply@webb.example>', headers, authentication: 'none' })
  const facts = within(await screen.findByRole('complementary', { name: 'Om förfrågan' }))
  await facts.findByRole('link', { name: /ida@okand\.example/ })
  expect(facts.getByRole('link', { name: /bo@okand\.example/ })).toBeTruthy()
  await within(await part()).findByText(/andra adresser, ida@okand\.example, bo@okand\.example, och inget visar/)
  await user.selectOptions(await choice(), 'Adressen för svar, bo@okand.example')
  expect(await screen.findByText('Svar med mejl till bo@okand.example')).toBeTruthy()
})

test('A-462: a Reply-To that the signature does not cover is marked, and not preselected', async () => {
  const raw = s.aMail({ from: 'Webb <no-reply@webb.example>', headers: [REPLY_TO] })
  await s.arrive(raw, { unsigned: ['reply-to'] })
  const [row] = (await h.as(s.anna).call(enquiries.list, { query: {} })).rows
  await openBackOffice(h, s.anna, `/backoffice/inbox/${row?.id}`)
  const warning = await within(await part()).findByText(/en annan adress, ida@okand\.example/)
  expect(warning.textContent).toContain('någon kan ha lagt till det på vägen')
  const facts = within(screen.getByRole('complementary', { name: 'Om förfrågan' }))
  expect(facts.getByText('Osignerat: kan ha lagts till på vägen.')).toBeTruthy()
  expect((await choice()).value).toBe('')
  expect(screen.getByText('Svar med mejl till no-reply@webb.example')).toBeTruthy()
})

test('A-483: an unauthenticated mail is marked in the list, and its Reply-To on its page', async () => {
  await s.write({ from: 'Bo <bo@okand.example>', subject: 'Hej', text: 'Bevisat' })
  await openMail({
    from: 'Kim <kim@okand.example>',
    subject: 'Nytt konto',
    headers: [REPLY_TO],
    authentication: 'none',
  })
  const warning = await within(await part()).findByText(/en annan adress, ida@okand\.example/)
  expect(warning.textContent).toContain('inget visar vem som skrev det')
  await closeApp()
  await openBackOffice(h, s.anna, '/backoffice/inbox')
  const unauthenticated = await screen.findByRole('row', { name: /Kim/ })
  expect(unauthenticated.textContent).toContain('Avsändaren är inte kontrollerad')
  expect((await screen.findByRole('row', { name: /Bo/ })).textContent).not.toContain('inte kontrollerad')
})

test('an unauthenticated answer to an authenticated mail is marked in the conversation and in the list', async () => {
  await s.write({ from: 'Lo Ek <lo@okand.example>' })
  const [{ id }] = (await s.q('select id from enquiries where org_id = $1', s.orgId)) as [{ id: string }]
  const messageId = threadsOfTests.messageIdOf({ about: 'enquiry', id }, { event: 'reply-1', to: 'lo@okand.example' })
  const answer = { from: 'Lo Ek <lo@okand.example>', text: 'Betala.', headers: [`In-Reply-To: ${messageId}`] }
  await s.write({ ...answer, authentication: 'none' })
  await openBackOffice(h, s.anna, `/backoffice/inbox/${id}`)
  const marks = (await screen.findAllByRole('article')).map(({ textContent }) =>
    textContent?.includes('Avsändaren är inte kontrollerad'),
  )
  expect(marks).toEqual([false, true])
  await closeApp()
  await openBackOffice(h, s.anna, '/backoffice/inbox')
  expect((await screen.findByRole('row', { name: /Lo Ek/ })).textContent).toContain('Avsändaren är inte kontrollerad')
})
