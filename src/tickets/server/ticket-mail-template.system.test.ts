// How a mail is made, sent and tried again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMailer } from '#lib/server/mail.ts'
import { appUrl, emails, type PostOffice, type Scene, startPostOffice } from '../testing/mail-scenario.ts'
import { ticketTasks } from './tasks.ts'

let office: PostOffice
let s: Scene

beforeAll(async () => {
  office = await startPostOffice()
})
beforeEach(async () => {
  s = await office.aScene()
  office.mails.length = 0
})
afterAll(() => office.stop())

test('the mails of a ticket are one thread, and each has a name of its own', async () => {
  await s.tellOfTicket()
  await s.comment(s.kim)
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'resolved')
  await office.settled()
  const root = `<ticket-${s.ticketId}@support.nordnat.se>`
  const ids = office.mails.map((mail) => mail.header('message-id'))
  expect(office.mails).toHaveLength(9)
  expect(new Set(ids).size).toBe(9)
  for (const id of ids) expect(id).toMatch(/^<(opened|comment|status)-[0-9a-f-]{73}@support\.nordnat\.se>$/)
  expect(ids).not.toContain(root)
  for (const mail of office.mails) {
    expect([mail.header('in-reply-to'), mail.header('references'), mail.subject]).toEqual([
      root,
      root,
      '[#1001] WiFi nere',
    ])
    expect(mail.header('auto-submitted')).toBe('auto-generated')
  }
})

test('a refused mail is tried again alone: who got theirs gets no second one', async () => {
  await office.q(`update auth.users set email = 'refused@kajen.example.se' where id = $1`, s.lo.userId)
  await s.comment(s.anna)
  expect(await office.readers()).toEqual(emails(s.kim))
  const first = office.mails[0]?.header('message-id')
  const failed = await office.q('select id, last_error from graphile_worker._private_jobs')
  expect(failed.rows).toEqual([{ id: expect.anything(), last_error: expect.stringContaining('550') }])
  // The address is put right, and the retry comes now instead of in a while.
  await office.q(`update auth.users set email = 'lo@kajen.example.se' where id = $1`, s.lo.userId)
  await office.q('update graphile_worker._private_jobs set run_at = now(), last_error = null')
  expect(await office.readers()).toEqual([s.kim.email, 'lo@kajen.example.se'].sort())
  expect(office.mails[1]?.header('message-id')).not.toBe(first)
})

test('nothing of a mail stands in the queue or the log', async () => {
  await office.q(`update auth.users set email = 'refused@kajen.example.se' where id = $1`, s.lo.userId)
  await s.comment(s.anna, 'LÅNGT-SVAR')
  await office.settled()
  const { rows } = await office.q('select to_jsonb(j) as job from graphile_worker._private_jobs j')
  const kept = JSON.stringify(rows) + office.log.join('\n')
  for (const secret of ['refused@', s.kim.email, 'LÅNGT-SVAR', 'WiFi nere', 'Kajens'])
    expect(kept).not.toContain(secret)
  await office.q('delete from graphile_worker._private_jobs')
})

test('a title and names cannot bring headers, recipients or lines along', async () => {
  const evil = 'WiFi\r\nBcc: evil@example.se\r\n\r\nKropp\u202e\u0007 nere'
  s = await office.aScene({ title: evil })
  await office.q('update profiles set full_name = $1 where id = $2', 'Anna\nBcc: evil@example.se', s.anna.userId)
  await office.q('update organizations set name = $1 where id = $2', 'Nordnät\r\nBcc: evil@example.se', s.orgId)
  await s.comment(s.anna)
  expect(await office.readers()).toEqual(emails(s.kim, s.lo))
  for (const { raw, subject, text } of office.mails) {
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    expect(subject).toBe('[#1001] WiFi Bcc: evil@example.se Kropp nere')
    expect(text).toContain('Anna Bcc: evil@example.se på Nordnät Bcc: evil@example.se har svarat:')
  }
})

test('without a mail server the mail is kept for the administrators of the ticket’s organization', async () => {
  const mailer = openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: office.h.database,
    warn: (text) => office.log.push(text),
  })
  const id = await s.comment(s.anna, 'Vi kommer i morgon.')
  await office.settled()
  const letter = ticketTasks({ database: office.h.database, mailer, appUrl })['ticket-letter']
  await letter?.({ orgId: s.orgId, about: 'comment', id, to: { userId: s.kim.userId } })
  const { rows } = await office.q(
    'select to_address, subject, body, link_for from kept_mail where org_id = $1',
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
