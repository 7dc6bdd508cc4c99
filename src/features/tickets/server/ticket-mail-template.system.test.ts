// How mails are rendered, sent and retried.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dropOneLineRules } from '#platform/database/testing/older-schema.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { ticketTasks } from './tasks.ts'
import { TICKET_RECIPIENT_MAIL } from './ticket-mail.ts'

let mailHarness: MailHarness
let s: MailScenario

beforeAll(async () => {
  mailHarness = await startMailHarness()
})
beforeEach(async () => {
  s = await mailHarness.aScenario()
  mailHarness.mails.length = 0
})
afterAll(() => mailHarness.stop())

test('the mails of a ticket form one thread, each with its own Message-ID', async () => {
  await s.mailTicket()
  await s.comment(s.kim)
  // Before Anna takes the ticket with her answer: nobody has it, so all staff get the customer's comment.
  await mailHarness.settled()
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'resolved')
  await mailHarness.settled()
  const root = threadsOfTests.rootOf({ about: 'ticket', id: s.ticketId })
  const ids = mailHarness.mails.map((mail) => mail.header('message-id'))
  expect(mailHarness.mails).toHaveLength(9)
  expect(new Set(ids).size).toBe(9)
  for (const id of ids) expect(threadsOfTests.find(id ?? '')).toMatchObject({ about: 'ticket', id: s.ticketId })
  expect(ids).not.toContain(root)
  for (const mail of mailHarness.mails) {
    expect([mail.header('in-reply-to'), mail.header('references'), mail.subject]).toEqual([
      root,
      root,
      '[#1001] WiFi nere',
    ])
    const isStatus = mail.text.includes('Ärendet är nu löst.')
    expect(mail.header('auto-submitted')).toBe(isStatus ? 'auto-generated' : '')
  }
})

test('a refused mail is retried alone: other recipients get no second mail', async () => {
  await mailHarness.q(`update auth.users set email = 'refused@kajen.example.se' where id = $1`, s.lo.userId)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim))
  const first = mailHarness.mails[0]?.header('message-id')
  const failed = await mailHarness.q('select id, last_error from graphile_worker._private_jobs')
  expect(failed.rows).toEqual([{ id: expect.anything(), last_error: expect.stringContaining('550') }])
  // The address is corrected, and the retry is scheduled for now instead of later.
  await mailHarness.q(`update auth.users set email = 'lo@kajen.example.se' where id = $1`, s.lo.userId)
  await mailHarness.q('update graphile_worker._private_jobs set run_at = now(), last_error = null')
  expect(await mailHarness.recipients()).toEqual([s.kim.email, 'lo@kajen.example.se'].sort())
  expect(mailHarness.mails[1]?.header('message-id')).not.toBe(first)
})

test('the queue and the log contain nothing of a mail’s content', async () => {
  await mailHarness.q(`update auth.users set email = 'refused@kajen.example.se' where id = $1`, s.lo.userId)
  await s.comment(s.anna, 'LÅNGT-SVAR')
  await mailHarness.settled()
  const { rows } = await mailHarness.q(`select to_jsonb(j) as job from ${queuedJobs}`)
  const stored = JSON.stringify(rows) + mailHarness.log.join('\n')
  for (const secret of ['refused@', s.kim.email, 'LÅNGT-SVAR', 'WiFi nere', 'Kajens'])
    expect(stored).not.toContain(secret)
  await mailHarness.q(deleteQueuedJobs)
})

test('a private customer with the same name as the person is named once', async () => {
  await mailHarness.q(
    `update customers set name = 'Kim Lund' where (org_id, id) in (select org_id, customer_id from tickets where id = $1)`,
    s.ticketId,
  )
  await s.comment(s.kim)
  await mailHarness.settled()
  expect(mailHarness.mails.length).toBeGreaterThan(0)
  for (const { text } of mailHarness.mails) expect(text).toContain('Kim Lund har svarat:')
})

test('a title and names cannot inject headers, recipients or lines', async () => {
  const evil = 'WiFi\r\nBcc: evil@example.se\r\n\r\nKropp\u202e\u0007 nere'
  await mailHarness.q(dropOneLineRules)
  s = await mailHarness.aScenario({ title: evil })
  await mailHarness.q('update profiles set full_name = $1 where id = $2', 'Anna\nBcc: evil@example.se', s.anna.userId)
  await mailHarness.q('update organizations set name = $1 where id = $2', 'Nordnät\r\nBcc: evil@example.se', s.orgId)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
  for (const { raw, subject, text } of mailHarness.mails) {
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    expect(subject).toBe('[#1001] WiFi Bcc: evil@example.se Kropp nere')
    expect(text).toContain('Anna Bcc: evil@example.se på Nordnät Bcc: evil@example.se har svarat:')
  }
})

test('without a mail server the mail is stored for the organization’s administrators', async () => {
  const mailer = openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: mailHarness.h.database,
    threads: threadsOfTests,
    warn: (text) => mailHarness.log.push(text),
  })
  const id = await s.comment(s.anna, 'Vi kommer i morgon.')
  await mailHarness.settled()
  const sendMail = ticketTasks({ database: mailHarness.h.database, mailer, appUrl })[TICKET_RECIPIENT_MAIL]
  await sendMail?.({ orgId: s.orgId, about: 'comment', id, to: { userId: s.kim.userId } })
  const { rows } = await mailHarness.q(
    'select to_address, subject, body, link_for from stored_mail where org_id = $1',
    s.orgId,
  )
  expect(rows).toEqual([
    {
      to_address: s.kim.email,
      subject: '[#1001] WiFi nere',
      body: expect.stringContaining('Vi kommer i morgon.'),
      link_for: null,
    },
  ])
})
