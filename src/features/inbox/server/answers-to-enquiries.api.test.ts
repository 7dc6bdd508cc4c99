// Answers to mail about an enquiry that has become a ticket, and replies to another address than the sender's.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { NO_REPLY_TO } from '../answers.contract.ts'
import { enquiries } from '../enquiries.contract.ts'
import { inboxMail } from '../inbox-mail.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterAll(() => h.stop())

const ofEnquiry = (id: string, to: string) =>
  `In-Reply-To: ${threadsOfTests.messageIdOf({ about: 'enquiry', id }, { event: 'reply-1', to })}`

/** A ticket that staff created from a form of the site, for the customer of the scenario. */
async function aTicketOfForm(email = 'sofia@okand.example') {
  const enquiryId = await anEnquiry(h, { orgId: s.orgId, email })
  const ticket = { title: 'Nätet', description: 'Nätet är nere.', customerId: s.customer.id }
  const made = await h.as(s.anna).call(enquiries.makeTicket, { params: { id: enquiryId }, body: ticket })
  return { enquiryId, ...made }
}
const answer = (enquiryId: string, from: string, authentication: SenderAuthentication = 'dkim') =>
  s.write({ from, subject: 'Re: Ditt meddelande', headers: [ofEnquiry(enquiryId, from)], authentication })
const commentsOf = async (id: string) =>
  (await h.as(s.anna).call(tickets.thread, { params: { id } })).filter(({ kind }) => kind === 'comment')
const openRows = async () => (await h.as(s.anna).call(enquiries.list, { query: {} })).rows
const rightsOf = (email: string) => s.q('select * from senders_known($1, $2)', s.orgId, email)

test('an authenticated answer of the enquiry’s sender is a comment on its ticket, and reopens it', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  await s.q(`update tickets set status = 'resolved' where id = $1`, id)
  expect(await answer(enquiryId, 'Sofia Lind <sofia@okand.example>')).toBe('comment')
  expect(await commentsOf(id)).toMatchObject([
    { comment: 'Nu blinkar det.', byCustomer: true, author: { fullName: 'Sofia Lind' } },
  ])
  expect(await h.as(s.anna).call(tickets.get, { params: { id } })).toMatchObject({ status: 'open' })
  expect(await openRows()).toEqual([])
})

test('the other recipients of the sender’s mail get copies of the ticket', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  await s.aContact('lo@kajen.example')
  await s.aContact('sofia@okand.example')
  const headers = [ofEnquiry(enquiryId, 'sofia@okand.example'), 'Cc: lo@kajen.example, sofia@okand.example']
  expect(await s.write({ from: 'sofia@okand.example', headers })).toBe('comment')
  const { copies } = await h.as(s.anna).call(tickets.get, { params: { id } })
  expect(copies.map(({ name }) => name)).toEqual(['Kontakt lo@kajen.example'])
})

test('a contact of the customer who sent the form is the author, with its login, without being the reporter', async () => {
  const { enquiryId, id } = await aTicketOfForm(s.kim.email)
  await s.q('update customer_users set sees_company = false where user_id = $1', s.kim.userId)
  expect(await answer(enquiryId, s.kim.email)).toBe('comment')
  expect((await commentsOf(id))[0]).toMatchObject({ author: { id: s.kim.userId } })
})

test('A-480: a sender who is no contact gets no right by the comment: no new tickets, no mail of the ticket', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  await answer(enquiryId, 'sofia@okand.example')
  expect(await rightsOf('sofia@okand.example')).toEqual([])
  expect(await s.write({ from: 'sofia@okand.example', subject: 'Ny sak', text: 'Annat' })).toBe('enquiry')
  const [row] = await openRows()
  expect(row?.namedTicket).toBeNull()
  expect(await h.as(s.anna).call(tickets.get, { params: { id } })).toMatchObject({ reportedBy: null, copies: [] })
  // A second answer has the same author; staff can save the sender as a contact.
  expect(
    await s.write({ from: 'sofia@okand.example', text: 'Två', headers: [ofEnquiry(enquiryId, 'x@x.example')] }),
  ).toBe('comment')
  const authors = (await commentsOf(id)).map(({ author }) => author?.id)
  expect(new Set(authors).size).toBe(1)
  const listed = async () => h.as(s.anna).call(contacts.list, { params: { id: s.customer.id } })
  const ofSofia = (await listed()).filter(({ email }) => email === 'sofia@okand.example')
  expect(ofSofia.map(({ archivedAt }) => typeof archivedAt)).toEqual(['string'])
  const saved = { params: { id: row!.id }, body: { customerId: s.customer.id } }
  expect((await h.as(s.anna).call(inboxMail.saveSender, saved)).email).toBe('sofia@okand.example')
  expect(await rightsOf('sofia@okand.example')).toHaveLength(1)
})

test('A-480: mail of an unauthenticated, another or a disabled sender goes to Inkorg, linked to the ticket', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  expect(await answer(enquiryId, 'sofia@okand.example', 'none')).toBe('enquiry')
  expect(await answer(enquiryId, 'otto@okand.example')).toBe('enquiry')
  const ofKim = await aTicketOfForm(s.kim.email)
  await s.q('update auth.users set disabled_at = now() where id = $1', s.kim.userId)
  expect(await answer(ofKim.enquiryId, s.kim.email)).toBe('enquiry')
  const rows = await openRows()
  expect(rows.map(({ namedTicket }) => namedTicket?.id)).toEqual([ofKim.id, id, id])
  const reasons = await Promise.all(
    rows.map(async (row) => (await h.as(s.anna).call(inboxMail.get, { params: { id: row.id } })).reason),
  )
  expect(reasons).toEqual(['unknown', 'unknown', 'no_proof'])
  expect(await commentsOf(id)).toEqual([])
})

test('A-480: the database refuses comments as the sender of another enquiry or for an archived customer', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  const plain = await s.aTicket()
  const refused = async (ticket: string, sender: string) => {
    await h.test.superuser.query('begin')
    await h.test.superuser.query('set local role stodpunkt_jobs')
    const code = await h.test.superuser
      .query(`select comment_by_enquirer($1, gen_random_uuid(), $2, $3, 'X', 'x', now())`, [s.orgId, ticket, sender])
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    await h.test.superuser.query('rollback')
    return code
  }
  expect(await refused(id, 'sofia@okand.example')).toBe('done')
  expect(await refused(id, 'otto@okand.example')).toBe('42501')
  expect(await refused(plain.id, 'sofia@okand.example')).toBe('42501')
  await s.q('update enquiries set is_suspect = true where id = $1', enquiryId)
  expect(await refused(id, 'sofia@okand.example')).toBe('42501')
  await s.q('update enquiries set is_suspect = false where id = $1', enquiryId)
  await h.as(s.admin).call(customers.remove, { params: { id: s.customer.id } })
  expect(await refused(id, 'sofia@okand.example')).toBe('42501')
})

test('an answer to a mail of a deleted enquiry is still a comment on its ticket, by the same rules', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  const other = await aTicketOfForm('otto@okand.example')
  const remove = (of: string) => h.as(s.admin).call(enquiries.remove, { params: { id: of } })
  await remove(enquiryId)
  expect(await answer(enquiryId, 'sofia@okand.example')).toBe('comment')
  expect(await commentsOf(id)).toMatchObject([{ comment: 'Nu blinkar det.', byCustomer: true }])
  expect(await answer(enquiryId, 'sofia@okand.example', 'none')).toBe('enquiry')
  expect(await answer(enquiryId, 'otto@okand.example')).toBe('enquiry')
  const rows = await openRows()
  expect(rows.map(({ namedTicket }) => namedTicket?.id)).toEqual([id, id])
  const reasons = await Promise.all(
    rows.map(async (row) => (await h.as(s.anna).call(inboxMail.get, { params: { id: row.id } })).reason),
  )
  expect(reasons).toEqual(['unknown', 'no_proof'])
  // A suspect enquiry sent no mail that anybody could answer.
  await s.q('update enquiries set is_suspect = true where id = $1', other.enquiryId)
  await remove(other.enquiryId)
  expect(await answer(other.enquiryId, 'otto@okand.example')).toBe('enquiry')
  expect(await commentsOf(other.id)).toEqual([])
})

test('an answer to a deleted enquiry goes to Inkorg, or to the ticket whose comment it became', async () => {
  const enquiryId = await anEnquiry(h, { orgId: s.orgId, email: 'sofia@okand.example' })
  await h.as(s.admin).call(enquiries.remove, { params: { id: enquiryId } })
  expect(await answer(enquiryId, 'sofia@okand.example')).toBe('enquiry')
  expect((await openRows())[0]?.namedTicket).toBeNull()
  const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
  await s.write({ from: 'lo@kajen.example', subject: `SV: [#${ticket.number}] WiFi`, authentication: 'none' })
  const [mail] = await openRows()
  await h.as(s.anna).call(inboxMail.accept, { params: { id: mail!.id } })
  await h.as(s.admin).call(enquiries.remove, { params: { id: mail!.id } })
  expect(await answer(mail!.id, 'lo@kajen.example')).toBe('comment')
  expect(await answer(mail!.id, 'otto@okand.example')).toBe('enquiry')
  expect(await commentsOf(ticket.id)).toHaveLength(2)
})

test('an automatic answer about the enquiry is under Automatiska, linked to the ticket, which is unchanged', async () => {
  const { enquiryId, id } = await aTicketOfForm()
  await s.q(`update tickets set status = 'resolved' where id = $1`, id)
  const headers = [ofEnquiry(enquiryId, 'sofia@okand.example'), 'X-Mail-Autoreply: yes']
  expect(await s.write({ from: 'sofia@okand.example', headers })).toBe('automatic')
  const { rows } = await h.as(s.anna).call(enquiries.list, { query: { tab: 'automatic' } })
  expect(rows.map(({ namedTicket }) => namedTicket?.id)).toEqual([id])
  expect(await h.as(s.anna).call(tickets.get, { params: { id } })).toMatchObject({ status: 'resolved' })
})

test('an answer in the thread of a mail that staff added to a ticket is a comment on that ticket', async () => {
  const lo = await s.aContact('lo@kajen.example')
  const ticket = await s.aTicket(lo)
  await s.write({ from: 'lo@kajen.example', subject: `SV: [#${ticket.number}] WiFi`, authentication: 'none' })
  const [mail] = await openRows()
  await h.as(s.anna).call(inboxMail.accept, { params: { id: mail!.id } })
  expect(await answer(mail!.id, 'lo@kajen.example')).toBe('comment')
  expect(await commentsOf(ticket.id)).toHaveLength(2)
})

const REPLY_TO = 'Reply-To: Ida Holm <ida@okand.example>'

test('staff can reply to a mail’s Reply-To address, and an answer from it is added to the enquiry', async () => {
  await s.write({ from: 'Webb <no-reply@webb.example>', subject: 'Nytt', headers: [REPLY_TO] })
  await s.write({ from: 'no-reply@webb.example', text: 'Två', headers: ['Reply-To: NO-REPLY@webb.example'] })
  const [same, mail] = await openRows()
  expect([same?.replyTo, mail?.replyTo]).toEqual([[], ['ida@okand.example']])
  const params = { id: mail!.id }
  const byDefault = await h.as(s.anna).call(enquiries.reply, { params, body: { text: 'Hej' } })
  expect(byDefault.sentTo).toBeNull()
  expect(await answer(params.id, 'ida@okand.example', 'none')).toBe('enquiry')
  const chosen = await h.as(s.anna).call(enquiries.reply, { params, body: { text: 'Hej', to: 'ida@okand.example' } })
  expect(chosen.sentTo).toBe('ida@okand.example')
  expect(
    await s.write({ from: 'ida@okand.example', text: 'Tack', headers: [ofEnquiry(params.id, 'ida@okand.example')] }),
  ).toBe('enquiry_reply')
  const refused = { params: { id: same!.id }, body: { text: 'Hej', to: 'ida@okand.example' } }
  await expect(h.as(s.anna).call(enquiries.reply, refused)).rejects.toThrow(NO_REPLY_TO)
})

test('each address in Reply-To is stored and can be chosen, except the sender’s own', async () => {
  const headers = ['Reply-To: WEBB@webb.example, Ida <ida@okand.example>,', ' bo@okand.example, ida@okand.example']
  await s.write({ from: 'webb@webb.example', headers })
  const [mail] = await openRows()
  expect(mail?.replyTo).toEqual(['ida@okand.example', 'bo@okand.example'])
  for (const to of ['ida@okand.example', 'bo@okand.example']) {
    const sent = await h.as(s.anna).call(enquiries.reply, { params: { id: mail!.id }, body: { text: 'Hej', to } })
    expect(sent.sentTo).toBe(to)
  }
  const elsewhere = { params: { id: mail!.id }, body: { text: 'Hej', to: 'otto@okand.example' } }
  await expect(h.as(s.anna).call(enquiries.reply, elsewhere)).rejects.toThrow(NO_REPLY_TO)
})
