// The mailbox's address with a tag (support+…@), with a real SMTP server that delivers to a real mailbox.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { deleteQueuedJobs, makeQueuedJobsDue, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests as threads } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import { aVaultKey, type Harness, startHarness } from '#tests/harness/harness.ts'
import { startMailJobs } from '#tests/harness/mail-jobs.ts'
import { mailboxes } from '../mailboxes.contract.ts'
import { type Dovecot, startDovecot, whyNoDovecot } from '../testing/dovecot.ts'
import { changesOf } from '../testing/mailbox-changes.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { connectMailbox, startReaders } from '../testing/reading.ts'
import { PLUS_CHECK, plusTrials } from './plus-trial.ts'
import { inboxTasks } from './tasks.ts'
import { tryPlusAddress } from './try-plus-address.ts'

if (whyNoDovecot) process.stdout.write(`Skipped, plus addresses: ${whyNoDovecot}\n`)

let h: Harness
let s: MailboxScenario
let server: MailServer
let jobs: Awaited<ReturnType<typeof startMailJobs>>
let dovecot: Dovecot
let takesTags = true
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  server = await aMailServer({
    onMail: async ({ to: [to = ''], raw }) => {
      if (!to.startsWith('support') || !takesTags) return
      const client = await dovecot.client()
      await client.append('INBOX', raw)
      await client.logout()
    },
  })
  h = await startHarness({ smtpUrl: server.url })
  jobs = await startMailJobs(h, (parts) => ({ ...ticketTasks(parts), ...inboxTasks(parts) }), {
    onMail: async ({ to: [to = ''], raw }) => {
      if (!to.startsWith('support+') || !takesTags) return
      const client = await dovecot.client()
      await client.append('INBOX', raw)
      await client.logout()
    },
  })
})
beforeEach(async () => {
  takesTags = true
  server.mails.length = 0
  jobs.mails.length = 0
  await h.test.superuser.query('delete from mailboxes')
  s = await aMailboxScenario(h)
  dovecot = await startDovecot()
  cleanups.push(() => dovecot.remove())
  await connectMailbox(s, dovecot, aVaultKey)
  cleanups.push(startReaders(h, aVaultKey).stop)
  await until(async () =>
    expect(await s.q('select from mailboxes where id = $1 and seen_at is not null', s.mailbox.id)).toHaveLength(1),
  )
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})
afterAll(async () => {
  await jobs.stop()
  await server.stop()
  await h.stop()
})

const trial = () => h.as(s.admin).call(mailboxes.try, { params: { id: s.mailbox.id } })
const isTagConfirmed = async () =>
  (await h.as(s.admin).call(mailboxes.list, {})).find(({ id }) => id === s.mailbox.id)?.plusConfirmedAt !== null

/** The mail to the customer about a comment. */
async function aTicketMail(ticketId: string) {
  await h.as(s.anna).call(tickets.comment, { params: { id: ticketId }, body: { comment: 'Hej.', isInternal: false } })
  return until(() => {
    const mail = jobs.mails.find(({ to }) => to.includes(s.kim.email))
    if (!mail) throw new Error('no mail yet')
    return mail
  })
}

describe.skipIf(whyNoDovecot !== undefined)('the address with a tag', () => {
  test('is used once Prova has received its own mail there, which is in no list', async () => {
    const ticket = await s.aTicket()
    expect((await aTicketMail(ticket.id)).header('reply-to')).toBe('support@nordnat.example')
    expect(await trial()).toMatchObject({ problem: null, plus: 'found' })
    expect(await isTagConfirmed()).toBe(true)
    expect(await s.q('select from enquiries where org_id = $1', s.orgId)).toEqual([])
    expect(await s.q('select outcome from mail_messages where org_id = $1', s.orgId)).toEqual([
      { outcome: 'discarded' },
    ])
    jobs.mails.length = 0
    const mail = await aTicketMail(ticket.id)
    expect(mail.header('reply-to')).toMatch(new RegExp(`^support\\+${ticket.number}\\.[0-9a-f]{12}@nordnat\\.example$`))
    expect(mail.subject).toContain(`[#${ticket.number}]`)
  })

  test('A-408: mail to it is a comment only from an authenticated sender who sees the ticket', async () => {
    const ticket = await s.aTicket()
    await trial()
    const to = (await aTicketMail(ticket.id)).header('reply-to')
    const mailTo = (address: string, from: string) =>
      Buffer.from(s.aMail({ from, subject: 'Nytt ämne' }).toString().replace('support@nordnat.example', address))
    expect(await s.arrive(mailTo(to, s.kim.email))).toBe('comment')
    expect(await s.arrive(mailTo(to, s.kim.email), { authentication: 'none' })).toBe('enquiry')
    expect(await s.arrive(mailTo(to, 'ny@okand.example'))).toBe('enquiry')
    const hints = await s.q(`select ticket_hint from enquiries where org_id = $1`, s.orgId)
    expect(hints).toEqual([{ ticket_hint: ticket.id }, { ticket_hint: ticket.id }])
    // A tag with another ticket's number is invalid: the mail opens a new ticket.
    const other = await s.aTicket()
    expect(await s.arrive(mailTo(to.replace(`+${ticket.number}`, `+${other.number}`), s.kim.email))).toBe('ticket')
  })

  test('is not used until a mail to it is received, also after the trial', async () => {
    takesTags = false
    const parts = { database: h.database, mailer: jobs.mailer, isSendingMail: true, plusWaitMs: 300 }
    const server = { orgId: s.orgId, id: s.mailbox.id, address: 'support@nordnat.example' }
    expect(await tryPlusAddress({ ...parts, threads }, server)).toBe('not_found')
    expect(await isTagConfirmed()).toBe(false)
    const client = await dovecot.client()
    // Mails of the previous test may arrive in between.
    const trialMail = jobs.mails.findLast(({ to }) => to[0]?.startsWith('support+'))
    await client.append('INBOX', trialMail?.raw ?? '')
    await client.logout()
    await until(async () => expect(await isTagConfirmed()).toBe(true))
    // Another server has to be tried again.
    const [mailbox] = await h.as(s.admin).call(mailboxes.list, {})
    await h.as(s.admin).call(mailboxes.change, {
      params: { id: mailbox!.id },
      body: { ...changesOf(mailbox!), secret: 'x', host: 'imap.annan.example', port: 993, tls: 'tls' },
    })
    expect(await isTagConfirmed()).toBe(false)
  })

  test('is not tried without a mail server, and reports when the mail was not sent', async () => {
    const of = { orgId: s.orgId, id: s.mailbox.id, address: 'support@nordnat.example' }
    const parts = { database: h.database, mailer: jobs.mailer, threads }
    expect(await tryPlusAddress({ ...parts, isSendingMail: false }, of)).toBeNull()
    const refused = { ...of, address: 'refused@nordnat.example' }
    const refusing = { send: () => Promise.reject(new Error('refused')) }
    expect(await tryPlusAddress({ ...parts, mailer: refusing, isSendingMail: true }, refused)).toBe('not_sent')
    await s.q('update mailboxes set is_active = false where id = $1', s.mailbox.id)
    expect(await tryPlusAddress({ ...parts, isSendingMail: true }, of)).toBeNull()
  })
})

describe.skipIf(whyNoDovecot !== undefined)('the daily trial of the address with a tag', () => {
  const daily = () => plusTrials({ database: h.database, hasMailServer: true })()
  const trials = () => jobs.mails.filter(({ to: [to = ''] }) => to.startsWith('support+'))
  const notices = () => jobs.mails.filter(({ subject }) => subject.includes('utan ärendets nummer'))
  const mailboxNow = async () => (await h.as(s.admin).call(mailboxes.list, {})).find(({ id }) => id === s.mailbox.id)
  const ofTrials = async () => (await s.jobs()).filter(({ task }) => task.startsWith('plus-'))
  const checks = () => s.q(`select from ${queuedJobs} where run_at > now() and task = $1`, PLUS_CHECK)
  /** Makes the check after an hour due, with the mailbox read meanwhile. */
  async function anHourLater() {
    await until(async () => expect(await checks()).toHaveLength(1))
    await s.q(
      `update mailboxes set plus_confirmed_at = plus_confirmed_at - interval '1 day',
         plus_tried_at = plus_tried_at - interval '2 minutes' where id = $1 and plus_confirmed_at < plus_tried_at`,
      s.mailbox.id,
    )
    await until(async () => expect(await s.q('select from jobs.outbox')).toEqual([]))
    await s.q(
      `update graphile_worker._private_jobs j set run_at = now(), payload = jsonb_set(payload::jsonb, '{triedAt}',
         to_jsonb((select plus_tried_at::text from mailboxes where id = $1)))::json
       from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $2`,
      ...[s.mailbox.id, PLUS_CHECK],
    )
    await until(async () => expect(await ofTrials()).toEqual([]))
  }
  async function aConfirmedMailbox() {
    await trial()
    expect(await isTagConfirmed()).toBe(true)
    jobs.mails.length = 0
    server.mails.length = 0
  }

  test('sends one mail a day, however many processes run, and changes nothing if it is received', async () => {
    await daily()
    expect(trials()).toEqual([])
    await aConfirmedMailbox()
    const before = (await mailboxNow())?.plusConfirmedAt
    await Promise.all([daily(), daily(), daily()])
    await until(async () => expect((await mailboxNow())?.plusConfirmedAt).not.toBe(before))
    await daily()
    await anHourLater()
    expect(trials()).toHaveLength(1)
    expect(notices()).toEqual([])
    expect(await mailboxNow()).toMatchObject({ plusLostAt: null, plusConfirmedAt: expect.any(String) })
  })

  test('A-482: without a received mail the plain address is used, and administrators are notified once', async () => {
    await aConfirmedMailbox()
    takesTags = false
    await daily()
    await until(() => expect(trials()).toHaveLength(1))
    await anHourLater()
    expect(await mailboxNow()).toMatchObject({ plusConfirmedAt: null, plusLostAt: expect.any(String) })
    expect(notices().map(({ to }) => to)).toEqual([[s.admin.email]])
    expect(notices()[0]?.text).toContain('Svar på ärenden går därför till support@nordnat.example utan tillägg.')
    const ticket = await s.aTicket()
    expect((await aTicketMail(ticket.id)).header('reply-to')).toBe('support@nordnat.example')
    // It is not tried again until 'Prova' confirms it.
    await daily()
    expect(trials()).toHaveLength(1)
    takesTags = true
    expect(await trial()).toMatchObject({ plus: 'found' })
    expect(await mailboxNow()).toMatchObject({ plusLostAt: null, plusConfirmedAt: expect.any(String) })
  })

  test('changes nothing while the mailbox is not read', async () => {
    await aConfirmedMailbox()
    takesTags = false
    await daily()
    await dovecot.stop()
    await until(async () => expect((await mailboxNow())?.failure).not.toBeNull())
    await until(async () => expect(await checks()).toHaveLength(1))
    const checkAgain = async () => {
      await s.q(makeQueuedJobsDue)
      await until(async () => expect(await checks()).toHaveLength(1))
      expect(await isTagConfirmed()).toBe(true)
    }
    await checkAgain()
    // Read after the trial, but unread now.
    await s.q(`update mailboxes set seen_at = plus_tried_at + interval '5 minutes', unread_since = now()`)
    await checkAgain()
    expect(notices()).toEqual([])
    await s.q(deleteQueuedJobs)
  })
})
