// Receipts of mail, sent to a real SMTP server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { MAIL_RECEIPT, mailReceipt } from './receipt-mail.ts'

let h: Harness
let s: MailboxScenario
let jobs: MailJobs
beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, (parts) => ({ [MAIL_RECEIPT]: mailReceipt(parts) }))
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterEach(async () => {
  await s.q('delete from form_counters')
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

/** The sent mails, once every receipt is sent; jobs of other features are not run. */
async function receipts() {
  await until(async () => expect((await s.jobs()).filter(({ task }) => task === 'mail-receipt')).toEqual([]))
  return jobs.mails
}

test('a contact whose mail opened a ticket gets its number, once a day, without a return path', async () => {
  await s.aContact('lo@kajen.example')
  await s.write({ from: 'Lo <lo@kajen.example>', subject: 'Hemligt ämne', text: 'Hemlig text' })
  await s.write({ from: 'lo@kajen.example', subject: 'Ett till' })
  const [receipt, ...more] = await receipts()
  expect(more).toEqual([])
  const [{ id, ticket_number, promised_at }] = (await s.q(
    'select id, ticket_number, promised_at from tickets where org_id = $1 order by ticket_number limit 1',
    s.orgId,
  )) as [{ id: string; ticket_number: number; promised_at: Date }]
  const [{ message_id }] = (await s.q(
    'select message_id from mail_messages where org_id = $1 and ticket_id = $2',
    s.orgId,
    id,
  )) as [{ message_id: string }]
  expect(receipt).toMatchObject({
    from: '',
    to: ['lo@kajen.example'],
    subject: `[#${ticket_number}] Hemligt ämne`,
  })
  expect(receipt?.text).toBe(
    `Hej Kontakt,\n\nVi har fått ditt mejl. Det är ärende #${ticket_number} hos oss.\n\n${momentText(promised_at)}\n\nVill du tillägga något? Svara på det här mejlet.\n\nNordnät AB\n`,
  )
  expect(receipt?.text).not.toContain('Hemlig')
  const header = (name: string) => receipt?.header(name)
  expect([header('auto-submitted'), header('reply-to')]).toEqual(['auto-replied', 'support@nordnat.example'])
  expect([header('in-reply-to'), header('references')]).toEqual([message_id, message_id])
  expect(header('message-id')).toBe(threadsOfTests.rootOf({ about: 'ticket', id }))
})

test('an unknown authenticated sender whose mail is in Inkorg gets a receipt with its number and moment', async () => {
  await s.write({ from: 'ny@okand.example' })
  const [receipt] = await receipts()
  const [enquiry] = (await s.q('select number, promised_at from enquiries where org_id = $1', s.orgId)) as [
    { number: number; promised_at: Date },
  ]
  expect(receipt).toMatchObject({ from: '', to: ['ny@okand.example'] })
  expect(receipt?.subject).toBe(`[#${enquiry.number}] Vi har fått ditt mejl`)
  expect(receipt?.text).toContain(
    `Vi har fått ditt mejl och hör av oss. Mejlet har nummer #${enquiry.number}.\n\n${momentText(enquiry.promised_at)}\n\n`,
  )
})

test.each([
  ['is unauthenticated', { authentication: 'none' as const }],
  ['is from a list', { headers: ['List-Id: <nyheter.okand.example>'] }],
  ['was sent in bulk', { headers: ['Precedence: bulk'] }],
  ['asks for no answer', { headers: ['X-Auto-Response-Suppress: All'] }],
  ['is automatic', { headers: ['Auto-Submitted: auto-generated'] }],
])('mail that %s gets no receipt', async (_what, written) => {
  await s.write({ from: 'ny@okand.example', ...written })
  expect(await receipts()).toEqual([])
})

test('staff, an answer in a thread, mail of a rule and older mail get no receipt', async () => {
  const ticket = await s.aTicket()
  await s.write({ from: s.anna.email })
  await s.write({ from: s.kim.email, headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`] })
  await s.write({ from: 'ny@okand.example', headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`] })
  await s.q(
    `insert into sender_rules (org_id, id, address, rule) values ($1, gen_random_uuid(), 'nas@okand.example', 'inbox')`,
    s.orgId,
  )
  await s.write({ from: 'nas@okand.example' })
  await s.write({ from: 'gammal@okand.example' }, { isOld: true })
  expect(await receipts()).toEqual([])
})

test('a paused address gets no receipt', async () => {
  await s.q(
    `insert into mail_addresses (org_id, address, bounces, last_bounce_on, paused_at) values ($1, 'ny@okand.example', 3, now(), now())`,
    s.orgId,
  )
  await s.write({ from: 'ny@okand.example' })
  expect(await receipts()).toEqual([])
})

test('A-406: receipts of mail and of the forms share the daily limit', async () => {
  await s.q(
    `insert into form_counters (key, count) values ('receipts:' || (now() at time zone business_time_zone())::date, 199)`,
  )
  await s.write({ from: 'ett@okand.example' })
  await s.write({ from: 'tva@okand.example' })
  expect((await receipts()).map(({ to }) => to)).toEqual([['ett@okand.example']])
})
