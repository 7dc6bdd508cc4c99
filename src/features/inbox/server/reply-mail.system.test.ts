// The mail that the sender of an enquiry gets when staff reply.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { enquiries } from '../enquiries.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'
import { replyMail } from './reply-mail.ts'
import { inboxTasks } from './tasks.ts'

let h: Harness
let jobs: MailJobs
let orgId: string
let technician: Person

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  jobs = await startMailJobs(h, inboxTasks)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const reply = (id: string, text: string) => h.as(technician).call(enquiries.reply, { params: { id }, body: { text } })
async function answered(id: string, text = 'Vi kommer i eftermiddag.\nÄr någon hemma?') {
  const nextMail = jobs.next()
  const { id: replyId } = await reply(id, text)
  return { ...(await nextMail), replyId }
}
const facts = (fields: { email?: string; phone?: string }) =>
  h.test.superuser.query('update company_facts set email = $1, phone = $2 where org_id = $3', [
    fields.email ?? null,
    fields.phone ?? null,
    orgId,
  ])

test('a reply is mailed to the sender in the company’s name and thread, with the company’s Reply-To', async () => {
  await facts({ email: 'hej@nordnat.se', phone: '08-123 456 78' })
  const id = await anEnquiry(h, { orgId, kind: 'support', message: 'Nätet är nere.\nKom snart!' })
  await h.test.superuser.query(`update enquiries set created_at = '2026-11-21T08:05:00Z' where id = $1`, [id])
  const { to, subject, header, text, raw, replyId } = await answered(id)
  expect(to).toEqual(['sofia.lind@example.se'])
  expect(subject).toBe('Re: Din felanmälan till Nordnät AB')
  expect(header('from')).toContain('no-reply@nordnat.se')
  expect(header('reply-to')).toBe('hej@nordnat.se')
  const thread = { about: 'enquiry', id } as const
  expect(header('references')).toBe(threadsOfTests.rootOf(thread))
  expect(header('in-reply-to')).toBe(header('references'))
  const mail = { event: `reply-${replyId}`, to: 'sofia.lind@example.se' }
  expect(header('message-id')).toBe(threadsOfTests.messageIdOf(thread, mail))
  expect(raw).not.toMatch(/^auto-submitted:/im)
  expect(text).toBe(`Hej Sofia,

Vi kommer i eftermiddag.
Är någon hemma?

Vill du tillägga något? Svara på det här mejlet eller ring 08-123 456 78.

Tove Teknik
Nordnät AB

Den 2026-11-21 kl. 09:05 skrev Sofia Lind:
> Nätet är nere.
> Kom snart!
`)
})

test('without an e-mail of the company the mail has its phone number, if there is one', async () => {
  await facts({ phone: '08-123 456 78' })
  const byPhone = await answered(await anEnquiry(h, { orgId }))
  expect(byPhone.header('reply-to')).toBe('')
  expect(byPhone.subject).toBe('Re: Ditt meddelande till Nordnät AB')
  expect(byPhone.text).toContain('Vill du tillägga något? Hör av dig till oss på 08-123 456 78.')
  await facts({})
  expect((await answered(await anEnquiry(h, { orgId }))).text).not.toContain('tillägga')
})

test('a sender’s name cannot inject a header', async () => {
  await facts({ email: 'hej@nordnat.se' })
  const name = 'Eva"; Bcc: <offer@example.se>, gnp Bcc: annat@example.se'
  const { to, header, raw, text } = await answered(await anEnquiry(h, { orgId, name }))
  expect(to).toHaveLength(1)
  expect(header('bcc') + header('cc')).toBe('')
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/offer|annat|Eva/)
  expect(text).toMatch(/^Hej,\n/)
})

test.each([
  { name: 'Eva\r\nBcc: offer@example.se' },
  { name: 'Eva\nBcc: x' },
  { name: 'Eva\u007f' },
  { name: 'Eva\u2028Bcc: x' },
  { name: 'Eva\u202egnp' },
  { email: 'a@example.se,b@example.se' },
  { email: 'a@example.se\r\nBcc: b@example.se' },
  { email: 'Eva <a@example.se>' },
])('a name of two lines and a list of addresses are refused by the database: %j', async (fields) => {
  await expect(anEnquiry(h, { orgId, ...fields })).rejects.toMatchObject({ code: '23514' })
})

test('the job contains no address or text; a reply is not sent once its enquiry is marked as suspect', async () => {
  const id = await anEnquiry(h, { orgId, email: 'kvar@example.se' })
  const sentBefore = jobs.mails.length
  const { replyId } = await answered(id, 'Hej igen')
  const { rows } = await h.test.superuser.query(`select j::text as row from ${queuedJobs}`)
  expect(JSON.stringify(rows)).not.toMatch(/example|Hej igen/)
  const { version } = await h.as(technician).call(enquiries.get, { params: { id } })
  await h.as(technician).call(enquiries.change, { params: { id }, body: { version, isSuspect: true } })
  await replyMail({ database: h.database, mailer: jobs.mailer })({ orgId, replyId })
  expect(jobs.mails).toHaveLength(sentBefore + 1)
})

test('without a mail server the reply is stored for the administrators', async () => {
  const { replyId } = await answered(await anEnquiry(h, { orgId, email: 'sparad@example.se' }))
  const offlineMailer = openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
  await replyMail({ database: h.database, mailer: offlineMailer })({ orgId, replyId })
  const { rows } = await h.test.superuser.query('select to_address, org_id from stored_mail')
  expect(rows).toEqual([{ to_address: 'sparad@example.se', org_id: orgId }])
})
