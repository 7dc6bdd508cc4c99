// Autoresponders that answer every mail, with a real SMTP server and a real mailbox.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { MAILS_PER_HOUR } from '#features/tickets/server/ticket-mail-limit.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { makeQueuedJobsDue, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { aVaultKey, type Harness, startHarness } from '#tests/harness/harness.ts'
import { startMailJobs } from '#tests/harness/mail-jobs.ts'
import { type Dovecot, startDovecot, whyNoDovecot } from '../testing/dovecot.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { connectMailbox, startReaders } from '../testing/reading.ts'
import { inboxTasks } from './tasks.ts'

if (whyNoDovecot) process.stdout.write(`Skipped, answering machines: ${whyNoDovecot}\n`)

let h: Harness
let s: MailboxScenario
let dovecot: Dovecot
let jobs: Awaited<ReturnType<typeof startMailJobs>>
const machines = new Set<string>()
let headersOfMachines: string[] = []
const cleanups: (() => unknown)[] = []
/** The answers of the autoresponders, finished or in progress. */
let answers: Promise<unknown>[] = []

beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, (parts) => ({ ...ticketTasks(parts), ...inboxTasks(parts) }), {
    onMail: ({ to: [to = ''], header }) => machines.has(to) && answers.push(answer(to, header('message-id'))),
  })
})
beforeEach(async () => {
  await h.test.superuser.query('delete from mailboxes; delete from form_counters')
  s = await aMailboxScenario(h)
  dovecot = await startDovecot()
  cleanups.push(() => dovecot.remove())
  await connectMailbox(s, dovecot, aVaultKey, { authservId: 'mx.nordnat.example' })
  cleanups.push(startReaders(h, aVaultKey).stop)
  await until(async () =>
    expect(await s.q('select from mailboxes where id = $1 and seen_at is not null', s.mailbox.id)).toHaveLength(1),
  )
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
  machines.clear()
  headersOfMachines = []
  answers = []
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const dmarcPass = (address: string) =>
  `Authentication-Results: mx.nordnat.example; dmarc=pass header.from=${address.split('@')[1]}`

async function answer(from: string, messageId: string) {
  const client = await dovecot.client()
  const headers = [dmarcPass(from), `In-Reply-To: ${messageId}`, ...headersOfMachines]
  await client.append(
    'INBOX',
    s.aMail({ from, subject: 'Jag är inte på plats', text: `Svar på ${messageId}`, headers }),
  )
  await client.logout()
}

/** Waits until every answer has been read and every mail sent, so that no further mail can follow. */
const settled = () =>
  until(async () => {
    const before = answers.length
    await Promise.all(answers)
    const [{ read }] = (await s.q(
      `select count(*)::int as read from mail_messages where org_id = $1 and subject = 'Jag är inte på plats'`,
      s.orgId,
    )) as [{ read: number }]
    expect(read).toBe(before)
    expect(await s.jobs()).toEqual([])
    expect(answers.length).toBe(before)
  }, 120_000)

const sentTo = (address: string) => jobs.mails.filter(({ to }) => to.includes(address))

/** A ticket with two contacts that are autoresponders, and a comment of staff on it. */
async function aTicketOfTwo() {
  const [one, other] = ['ett@kajen.example', 'tva@kajen.example'] as const
  const reporter = await s.aContact(one)
  const ticket = await s.aTicket(reporter)
  await s.q(
    'insert into ticket_watchers (org_id, customer_id, ticket_id, contact_id) values ($1, $2, $3, $4)',
    ...[s.orgId, s.customer.id, ticket.id, await s.aContact(other)],
  )
  for (const address of [one, other]) machines.add(address)
  await h
    .as(s.anna)
    .call(tickets.comment, { params: { id: ticket.id }, body: { comment: 'Vi tittar på det.', isInternal: false } })
  return { ticket, one, other }
}

describe.skipIf(whyNoDovecot !== undefined)('answering machines', () => {
  test('A-407: two unmarked ones at one customer get five mails each; administrators are notified once', async () => {
    const { ticket, one, other } = await aTicketOfTwo()
    await settled()
    expect([sentTo(one).length, sentTo(other).length]).toEqual([MAILS_PER_HOUR, MAILS_PER_HOUR])
    const notices = sentTo(s.admin.email).filter(({ subject }) => subject.includes('pausade'))
    expect(notices.map(({ subject }) => subject)).toEqual([`Mejl om ärende #${ticket.number} är pausade`])
    expect(notices[0]?.text).toContain('Samma mottagare har fått 5 mejl på en timme om ärende #')
    expect(notices[0]?.header('auto-submitted')).toBe('auto-generated')
    // Their mails are comments on the ticket nevertheless.
    const thread = await h.as(s.anna).call(tickets.thread, { params: { id: ticket.id } })
    expect(thread.filter(({ kind }) => kind === 'comment')).toHaveLength(1 + 2 * MAILS_PER_HOUR)
  })

  test('A-407: comments of staff during the pause are sent when it ends; comments by mail are not', async () => {
    const { ticket, one } = await aTicketOfTwo()
    await settled()
    machines.clear()
    await h
      .as(s.anna)
      .call(tickets.comment, { params: { id: ticket.id }, body: { comment: 'Ring oss.', isInternal: false } })
    const waiting = () => s.q(`select run_at > now() + interval '50 minutes' as later from ${queuedJobs}`)
    await until(async () => expect(await waiting()).toEqual(Array(3).fill({ later: true })))
    expect(sentTo(one)).toHaveLength(MAILS_PER_HOUR)
    await s.q(makeQueuedJobsDue)
    await until(async () => expect(await s.jobs()).toEqual([]))
    expect(sentTo(one).map(({ text }) => text.includes('Ring oss.'))).toEqual([
      ...Array(MAILS_PER_HOUR).fill(false),
      true,
    ])
    await s.q(`update ticket_mail_counts set since = since - interval '1 hour'`)
    await h
      .as(s.anna)
      .call(tickets.comment, { params: { id: ticket.id }, body: { comment: 'Hej igen.', isInternal: false } })
    await until(async () => expect(await s.jobs()).toEqual([]))
    expect(sentTo(one)).toHaveLength(MAILS_PER_HOUR + 2)
    expect(sentTo(one).at(-1)?.text).toContain('Hej igen.')
  })

  test('A-392: two that mark their answers as automatic get one mail each', async () => {
    headersOfMachines = ['Auto-Submitted: auto-replied']
    const { one, other } = await aTicketOfTwo()
    await settled()
    expect([sentTo(one).length, sentTo(other).length]).toEqual([1, 1])
  })

  test('A-406: one that answers each receipt with a new mail gets one receipt', async () => {
    const machine = 'svar@okand.example'
    machines.add(machine)
    headersOfMachines = ['References: <nothing@of.ours>']
    const client = await dovecot.client()
    await client.append(
      'INBOX',
      s.aMail({ from: machine, subject: 'Jag är inte på plats', headers: [dmarcPass(machine)] }),
    )
    await client.logout()
    answers.push(Promise.resolve())
    await settled()
    expect(sentTo(machine).map(({ subject }) => subject)).toEqual(['[#1001] Vi har fått ditt mejl'])
  })
})
