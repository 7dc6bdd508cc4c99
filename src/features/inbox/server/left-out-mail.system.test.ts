// Mail with more files than a comment takes: all stay in the original, and the sender is notified.
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ATTACHED_FILES_MAX } from '#features/files/files.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { incomingMail } from '../incoming-mail.contract.ts'
import { aMailWithFiles } from '../testing/mail-with-files.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { leftOutOf } from './left-out-mail.ts'
import { inboxTasks } from './tasks.ts'

let h: Harness
let s: MailboxScenario
let jobs: MailJobs
beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, inboxTasks)
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterEach(async () => {
  await notices()
  await s.q('delete from form_counters')
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const files = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `bilaga ${at + 1}.pdf`, content: Buffer.from(`%PDF-1.4 ${at}`) }))

/** The mails about left-out files, once the jobs are done. */
async function notices() {
  const waiting = async () => (await s.jobs()).filter(({ task }) => ['mail-left-out', 'mail-receipt'].includes(task))
  await until(async () => expect(await waiting()).toEqual([]))
  return jobs.mails.filter(({ text }) => text.includes('kom inte med'))
}
const days = (count: number) =>
  s.q(`update mail_messages set raw_until = now() - $1 * interval '1 day' where raw is not null`, count)
const cleanUp = () =>
  inboxTasks({
    database: h.database,
    mailer: { send: async () => undefined },
    appUrl: 'https://nordnat.example',
    threads: threadsOfTests,
    hasMailServer: false,
  })['mail-cleanup']?.({})
const originals = async () =>
  (await s.q('select raw from mail_messages where org_id = $1 order by created_at', s.orgId)).map(({ raw }) => raw)
const anAnswer = async (count: number) => {
  const ticket = await s.aTicket()
  const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
  const raw = aMailWithFiles({ from: `Kim <${s.kim.email}>`, text: 'Se filerna.', headers, files: files(count) })
  expect(await s.arrive(raw)).toBe('comment')
  return { ticket, raw }
}

test('the sender of twelve files is notified of the two that are not in the ticket', async () => {
  await s.q(`update contacts set name = 'Kim Lund' where org_id = $1`, s.orgId)
  const { ticket } = await anAnswer(ATTACHED_FILES_MAX + 2)
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice).toMatchObject({ to: [s.kim.email], subject: `[#${ticket.number}] WiFi nere` })
  expect(notice?.text).toMatch(/^Hej Kim,/)
  expect(notice?.text).toContain(
    '\n\nbilaga 11.pdf (fler än 10 filer i ett mejl)\nbilaga 12.pdf (fler än 10 filer i ett mejl)\n\n',
  )
  expect(notice?.header('auto-submitted')).toBe('auto-generated')
})

test('the sender of ten files is not notified', async () => {
  await anAnswer(ATTACHED_FILES_MAX)
  expect(await notices()).toEqual([])
})

test('the sender of a new ticket is notified; unauthenticated senders and lists are not', async () => {
  await s.aContact('lo@kajen.example')
  const mail = (from: string, headers: string[] = []) =>
    aMailWithFiles({ from, text: 'Hjälp.', headers, files: files(ATTACHED_FILES_MAX + 1) })
  expect(await s.arrive(mail('lo@kajen.example'))).toBe('ticket')
  expect(await s.arrive(mail('lo@kajen.example'), { authentication: 'none' })).toBe('enquiry')
  expect(await s.arrive(mail('lo@kajen.example', ['Precedence: list']))).toBe('ticket')
  expect((await notices()).map(({ to }) => to)).toEqual([['lo@kajen.example']])
})

test('an unknown authenticated sender in Inkorg is notified in an answer to the mail', async () => {
  const raw = aMailWithFiles({ from: 'ny@okand.example', text: 'Hej', files: files(ATTACHED_FILES_MAX + 1) })
  expect(await s.arrive(raw)).toBe('enquiry')
  const [notice] = await notices()
  const [{ subject, message_id }] = (await s.q(
    'select subject, message_id from mail_messages where org_id = $1',
    s.orgId,
  )) as [{ subject: string; message_id: string }]
  expect(notice).toMatchObject({ to: ['ny@okand.example'], subject: `Re: ${subject}` })
  expect(notice?.header('in-reply-to')).toBe(message_id)
})

test('the original is stored as long as the ticket when files are only in it', async () => {
  const { raw } = await anAnswer(ATTACHED_FILES_MAX + 1)
  await anAnswer(1)
  await days(1)
  await cleanUp()
  const [stored, removed] = await originals()
  expect(gunzipSync(stored).equals(raw)).toBe(true)
  expect(removed).toBeNull()
  const [{ id }] = (await s.q('select id from mail_messages where org_id = $1 and raw is not null', s.orgId)) as [
    { id: string },
  ]
  const mail = await h.as(s.anna).call(incomingMail.get, { params: { id } })
  expect(mail.original).toMatchObject({ storedUntil: null })
  expect(mail.attachments.map(({ outcome }) => outcome)).toContain('too_many')
})

test('the original of an unauthenticated sender in Inkorg is removed when it expires', async () => {
  const raw = aMailWithFiles({ from: 'ny@okand.example', text: 'Hej', files: files(ATTACHED_FILES_MAX + 1) })
  expect(await s.arrive(raw, { authentication: 'none' })).toBe('enquiry')
  await days(1)
  await cleanUp()
  expect(await originals()).toEqual([null])
})

test('A-476: each file name is one line of the mail, whatever the sender wrote', async () => {
  const ticket = await s.aTicket()
  const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
  const named = {
    name: `../\u202eexe\u2028Bcc: x@evil.example${'x'.repeat(300)}.pdf`,
    content: Buffer.from('%PDF-1.4'),
  }
  const sent = [...files(ATTACHED_FILES_MAX), named]
  await s.arrive(aMailWithFiles({ from: s.kim.email, text: 'Se.', headers, files: sent }))
  const [notice] = await notices()
  expect(notice?.text).toMatch(/\n\nexe Bcc: x@evil\.examplex{80,120}… \(fler än 10 filer i ett mejl\)\n\n/)
  expect(notice?.header('bcc')).toBe('')
})

test('pictures inside the text, such as logos, do not count as left out', () => {
  const one = { name: 'x', type: 'image/png', bytes: 1, fileId: null, outcome: 'too_many' as const }
  expect(leftOutOf([{ ...one, isInline: true }])).toEqual([])
  expect(leftOutOf([{ ...one, isInline: false }])).toHaveLength(1)
})
