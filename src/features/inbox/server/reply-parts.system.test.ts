// The parts of staff's mail from Inkorg: copies, files, the signature of the person, and what is forwarded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
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
  await q('update company_facts set email = $1 where org_id = $2', 'hej@nordnat.se', orgId)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const q = (sql: string, ...values: unknown[]) => h.test.superuser.query(sql, values)
const settled = () =>
  until(async () => expect((await q(`select from ${queuedJobs} where last_error is null`)).rowCount).toBe(0))
const upload = async (content: string, name: string) =>
  (await anUploadedFile(h, technician, 'attachment', content, name)).id

/** The mails of a reply. */
async function mailsOf(id: string, body: { text?: string; cc?: string[]; fileIds?: string[] }) {
  await settled()
  const before = jobs.mails.length
  const sent = await h.as(technician).call(enquiries.reply, { params: { id }, body: { text: 'Vi kommer.', ...body } })
  await settled()
  return { ...sent, mails: jobs.mails.slice(before) }
}

test('each recipient of a reply gets a mail of its own that names all, with a Message-ID of its own', async () => {
  const id = await anEnquiry(h, { orgId, email: 'sofia@okand.example' })
  const cc = ['karin@okand.example', 'per@okand.example']
  const { mails, id: replyId } = await mailsOf(id, { cc })
  expect(mails.flatMap(({ to }) => to).sort()).toEqual([...cc, 'sofia@okand.example'])
  for (const { to, header, text } of mails) {
    expect(header('to')).toBe('sofia@okand.example')
    expect(header('cc')).toBe(cc.join(', '))
    expect(header('bcc')).toBe('')
    expect(text).toMatch(/^Hej Sofia,/)
    const mail = { event: `reply-${replyId}`, to: to[0] ?? '' }
    expect(header('message-id')).toBe(threadsOfTests.messageIdOf({ about: 'enquiry', id }, mail))
  }
})

test('the files of a reply are attached unchanged and named', async () => {
  const fileIds = [await upload('rad 1', 'kvitto.txt'), await upload('rad 2', '=?UTF-8?Q?x?=.txt')]
  const { mails } = await mailsOf(await anEnquiry(h, { orgId }), { fileIds })
  const [mail] = mails
  expect(mail?.raw).toContain('filename=kvitto.txt')
  expect(mail?.raw).toContain(Buffer.from('rad 1').toString('base64'))
  expect(mail?.raw).not.toContain('=?UTF-8?Q?x?=')
  expect(mail?.raw.match(/content-disposition: attachment/gi)).toHaveLength(2)
})

test('a reply waits for files that are being checked; an infected one is not attached, and the mail says so', async () => {
  const id = await anEnquiry(h, { orgId })
  const { id: replyId } = await mailsOf(id, { fileIds: [await upload('rad 1', 'logg.txt')] })
  const setState = (state: string, finding: string | null) =>
    q(
      `set session_replication_role = replica; update files set state = '${state}',
       finding = ${finding === null ? 'null' : `'${finding}'`} where enquiry_reply_id = '${replyId}'; set session_replication_role = origin`,
    )
  const run = (minutes: number) =>
    replyMail({ database: h.database, mailer: jobs.mailer, now: () => new Date(Date.now() + minutes * 60_000) })({
      orgId,
      replyId,
    })
  const before = jobs.mails.length
  await setState('checking', null)
  await run(14)
  const { rows } = await q(`select run_at > now() as is_later from ${queuedJobs} where task = 'enquiry-reply-mail'`)
  expect(rows).toEqual([{ is_later: true }])
  expect(jobs.mails).toHaveLength(before)
  await q(deleteQueuedJobs)
  await setState('infected', 'Eicar')
  await run(0)
  expect(jobs.mails.at(-1)?.text).toContain('Innehöll skadlig kod och är borttaget: logg.txt.')
  expect(jobs.mails.at(-1)?.raw).not.toMatch(/content-disposition: attachment/i)
})

test('the signature of the person stands where name and company stand otherwise, as text', async () => {
  const person = await h.aTechnician({ orgId, fullName: 'Sigge Signatur' })
  const signature = 'Hälsningar\nSigge <b>Signatur</b> & co\n\nTel 08-123 456 78'
  await h.as(person).call(ownSettings.change, { body: { signature: ` ${signature}\n` } })
  const id = await anEnquiry(h, { orgId })
  await settled()
  const next = jobs.next()
  await h.as(person).call(enquiries.reply, { params: { id }, body: { text: 'Vi kommer.' } })
  const { text } = await next
  expect(text).toContain(`på det här mejlet.\n\n${signature}\n\nDen `)
  expect(text).not.toContain('Sigge Signatur\nNordnät AB')
})

test('a forwarded enquiry has the own text, the sender’s text and its files, in no thread', async () => {
  const id = await anEnquiry(h, { orgId, kind: 'support', name: 'Sofia Lind', message: 'Nätet är nere.\nKom!' })
  await q(`update enquiries set created_at = '2026-11-21T08:05:00Z' where id = $1`, id)
  const fileId = await upload('bilden', 'bild.txt')
  await q(`update files set enquiry_id = $1, attached_at = now(), uploaded_by = null where id = $2`, id, fileId)
  await settled()
  const next = jobs.next()
  await h
    .as(technician)
    .call(enquiries.forward, { params: { id }, body: { to: 'lo@kollega.example', note: 'Kan du ta det?' } })
  const { to, subject, header, text, raw } = await next
  expect(to).toEqual(['lo@kollega.example'])
  expect(subject).toBe('VB: Felanmälan till Nordnät AB')
  expect(header('reply-to')).toBe('hej@nordnat.se')
  expect(header('references') + header('in-reply-to')).toBe('')
  expect(threadsOfTests.find(header('message-id'))).toBeUndefined()
  expect(raw).not.toMatch(/^auto-submitted:/im)
  expect(raw).toContain(Buffer.from('bilden').toString('base64'))
  expect(raw).toContain('Kan du ta det?')
  expect(text).not.toMatch(/^Hej/)
  expect(raw).toContain('Vidarebefordrat meddelande')
})

test('a forwarded mail without files is one text', async () => {
  const id = await anEnquiry(h, { orgId, name: 'Sofia Lind', email: 'sofia@okand.example', message: 'Nätet är nere.' })
  await q(`update enquiries set created_at = '2026-11-21T08:05:00Z' where id = $1`, id)
  await settled()
  const next = jobs.next()
  await h.as(technician).call(enquiries.forward, { params: { id }, body: { to: 'lo@kollega.example' } })
  expect((await next).text).toBe(`Tove Teknik
Nordnät AB

Vidarebefordrat meddelande
Från: Sofia Lind <sofia@okand.example>
Telefon: 070-123 45 67
Skickat: 2026-11-21 kl. 09:05

Nätet är nere.
`)
})

test('what has been written since is forwarded too, oldest first, with who wrote it', async () => {
  const id = await anEnquiry(h, { orgId, name: 'Sofia Lind', email: 'sofia@okand.example', message: 'Nätet är nere.' })
  await q(`update enquiries set created_at = '2026-11-21T08:05:00Z' where id = $1`, id)
  await h.as(technician).call(enquiries.reply, { params: { id }, body: { text: 'Lyser routern?' } })
  await q(`update enquiry_replies set created_at = '2026-11-21T09:00:00Z' where enquiry_id = $1`, id)
  await q(
    `insert into enquiry_replies (org_id, id, enquiry_id, text, folded, created_at)
     values ($1, gen_random_uuid(), $2, 'Den lyser rött.', '> Lyser routern?', '2026-11-21T09:30:00Z')`,
    ...[orgId, id],
  )
  await settled()
  const next = jobs.next()
  await h.as(technician).call(enquiries.forward, { params: { id }, body: { to: 'lo@kollega.example' } })
  expect((await next).text).toBe(`Tove Teknik
Nordnät AB

Vidarebefordrat meddelande
Från: Sofia Lind <sofia@okand.example>
Telefon: 070-123 45 67
Skickat: 2026-11-21 kl. 09:05

Nätet är nere.

Vidarebefordrat meddelande
Från: Tove Teknik på Nordnät AB
Skickat: 2026-11-21 kl. 10:00

Lyser routern?

Vidarebefordrat meddelande
Från: Sofia Lind <sofia@okand.example>
Skickat: 2026-11-21 kl. 10:30

Den lyser rött.
`)
})
