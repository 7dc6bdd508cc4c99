// Undelivered mails, sent by jobs to a real SMTP server; the reports have the formats of real mail servers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { type TicketComment, tickets } from '#features/tickets/tickets.contract.ts'
import { visits } from '#features/tickets/visits.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { startMailJobs } from '#tests/harness/mail-jobs.ts'
import { enquiries } from '../enquiries.contract.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { inboxTasks } from './tasks.ts'

let h: Harness
let s: MailboxScenario
let jobs: Awaited<ReturnType<typeof startMailJobs>>
beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, (parts) => ({ ...ticketTasks(parts), ...inboxTasks(parts) }))
})
beforeEach(async () => {
  await h.test.superuser.query('delete from mailboxes')
  s = await aMailboxScenario(h)
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const ADDRESS = 'slutat@kajen.example'
const settled = () => until(async () => expect(await s.jobs()).toEqual([]), 60_000)
const notices = () => jobs.mails.filter(({ subject }) => subject.includes('Kom inte fram'))

type Report = { to?: string; messageId: string; status?: string; action?: string }
type Shape = (report: Required<Report>) => string[]

const returned = ({ to, messageId }: Required<Report>) => [
  'From: no-reply@nordnat.se',
  `To: ${to}`,
  'Subject: [#1] WiFi',
  `Message-ID: ${messageId}`,
  '',
  'Hej!',
]
const standard: Shape = (report) => [
  'From: MAILER-DAEMON@mx.kajen.example',
  'To: support@nordnat.example',
  'Subject: Undelivered Mail',
  'Auto-Submitted: auto-replied',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; boundary="b"; report-type=delivery-status',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Undelivered.',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx',
  '',
  `Final-Recipient: rfc822; ${report.to}`,
  `Action: ${report.action}`,
  `Status: ${report.status}`,
  '',
  '--b',
  'Content-Type: message/rfc822',
  '',
  ...returned(report),
  '--b--',
  '',
]
const qmail: Shape = (report) => [
  'From: MAILER-DAEMON@kajen.example',
  'To: support@nordnat.example',
  'Subject: failure notice',
  '',
  'Hi. This is the qmail-send program at kajen.example.',
  "I'm afraid I wasn't able to deliver your message.",
  '',
  `<${report.to}>:`,
  'Sorry, no mailbox here by that name. (#5.1.1)',
  '',
  '--- Below this line is a copy of the message.',
  '',
  ...returned(report),
  '',
]
const exim: Shape = (report) => [
  'From: Mailer-Daemon@kajen.example',
  'To: support@nordnat.example',
  'Subject: Mail delivery failed',
  `X-Failed-Recipients: ${report.to}`,
  'Auto-Submitted: auto-replied',
  '',
  'This message was created automatically by mail delivery software.',
  '',
  `  ${report.to}`,
  '    550 5.1.1 Unknown',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  ...returned(report),
  '',
]
/** A qmail with another first line. */
const yahoo: Shape = (report) => [
  'From: MAILER-DAEMON@yahoo.example',
  'To: support@nordnat.example',
  'Subject: Failure Notice',
  '',
  'Sorry, we were unable to deliver your message to the following address.',
  '',
  `<${report.to}>:`,
  '550: 5.1.1 user unknown',
  '',
  '--- Below this line is a copy of the message.',
  '',
  ...returned(report),
  '',
]
const exchange: Shape = (report) => [
  'From: Microsoft Outlook <postmaster@kajen.example>',
  'To: support@nordnat.example',
  'Subject: Undeliverable',
  'X-MS-Exchange-Message-Is-Ndr:',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  `<p>Delivery has failed to these recipients or groups:</p><p><a href="mailto:${report.to}">${report.to}</a></p>`,
  "<p>Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'</p>",
  '--b',
  'Content-Type: message/rfc822',
  '',
  ...returned(report),
  '--b--',
  '',
]
const comesBack = ({ to = ADDRESS, messageId, status = '5.1.1', action = 'failed' }: Report, shape = standard) =>
  s.arrive(
    Buffer.from([`Message-ID: <${uuidv7()}@mx.example>`, ...shape({ to, messageId, status, action })].join('\r\n')),
    { authentication: 'none' },
  )

/** A ticket of a contact with the address, and the mail to it about a comment by Anna. */
async function aSentMail() {
  const ticket = await s.aTicket(await s.aContact(ADDRESS))
  const params = { id: ticket.id }
  await h.as(s.anna).call(tickets.comment, { params, body: { comment: 'Byt kabeln.', isInternal: false } })
  const sent = await until(() => {
    const mail = jobs.mails.find(({ to }) => to.includes(ADDRESS))
    if (!mail) throw new Error('no mail yet')
    return mail
  })
  await settled()
  return { ticket, messageId: sent.header('message-id') }
}
const commentsOf = async (id: string) => {
  const entries = await h.as(s.anna).call(tickets.thread, { params: { id } })
  return entries.filter((entry): entry is TicketComment => entry.kind === 'comment')
}

describe('an undelivered mail', () => {
  test.each(Object.entries({ standard, qmail, exim, yahoo, exchange }))(
    'notifies its author once and is marked at the comment; the report is linked to the ticket: %s',
    async (_name, shape) => {
      const { ticket, messageId } = await aSentMail()
      expect(await comesBack({ messageId }, shape)).toBe('automatic')
      expect(await comesBack({ messageId, status: '5.1.2' })).toBe('automatic')
      await settled()
      expect(notices().map(({ to }) => to)).toEqual([[s.anna.email]])
      expect(notices()[0]?.subject).toBe(`[#${ticket.number}] Kom inte fram till ${ADDRESS}`)
      expect(notices()[0]?.text).toContain(`Det du skrev i ärende #${ticket.number} WiFi nere kom inte fram`)
      expect((await commentsOf(ticket.id)).map(({ undelivered }) => undelivered)).toEqual([[ADDRESS]])
      const { rows } = await h.as(s.anna).call(enquiries.list, { query: { tab: 'automatic' } })
      expect(rows.map(({ namedTicket }) => namedTicket?.id)).toEqual([ticket.id, ticket.id])
      const ofCustomer = await h.as(s.kim).call(portal.thread, { params: { id: ticket.id } })
      expect(JSON.stringify(ofCustomer)).not.toContain(ADDRESS)
    },
  )

  test('about a visit notifies whoever planned it, and is marked at the visit', async () => {
    const ticket = await s.aTicket(await s.aContact(ADDRESS))
    const params = { id: ticket.id }
    const body = { date: addDays(todayInStockholm(), 7), timeFrom: '09:00', timeTo: '11:00', userId: s.admin.userId }
    await h.as(s.anna).call(visits.create, { params, body })
    await s.q('update jobs.outbox set run_at = now()')
    await s.q('update graphile_worker._private_jobs set run_at = now()')
    await settled()
    const mail = jobs.mails.find(({ to }) => to.includes(ADDRESS))
    const stateOf = async () => {
      const [visit] = (await h.as(s.anna).call(tickets.screen, { params })).visits
      return visit?.mailedTo?.find(({ address }) => address === ADDRESS)?.state
    }
    expect(await stateOf()).toBe('sent')
    await comesBack({ messageId: mail?.header('message-id') ?? '' })
    await settled()
    expect(notices().map(({ to }) => to)).toEqual([[s.anna.email]])
    expect(await stateOf()).toBe('returned')
  })

  test('notifies the assignee when its author has left', async () => {
    const { ticket, messageId } = await aSentMail()
    await s.q('update tickets set assigned_to = $2 where id = $1', ticket.id, s.admin.userId)
    await s.q('update auth.users set disabled_at = now() where id = $1', s.anna.userId)
    await comesBack({ messageId })
    await settled()
    expect(notices().map(({ to }) => to)).toEqual([[s.admin.email]])
    expect(notices()[0]?.text).toContain('Ett mejl i ärende #')
  })

  test('to a forwarded address is reported with that address, and counts no bounce', async () => {
    const { ticket, messageId } = await aSentMail()
    await comesBack({ messageId, to: 'kim.privat@gmail.example' }, exim)
    await comesBack({ messageId, to: 'kim.annan@gmail.example' })
    await settled()
    expect(notices().map(({ subject }) => subject)).toEqual([`[#${ticket.number}] Kom inte fram till ${ADDRESS}`])
    expect((await commentsOf(ticket.id)).map(({ undelivered }) => undelivered)).toEqual([[ADDRESS]])
    expect(await s.q('select from mail_addresses where org_id = $1', s.orgId)).toEqual([])
  })

  test('A-481: is recorded only for a Message-ID of ours, and not when it is only delayed', async () => {
    const { ticket, messageId } = await aSentMail()
    await comesBack({ messageId, action: 'delayed', status: '4.4.1' })
    await comesBack({ messageId: messageId.replace(/\.(.)(?=[0-9a-f]{31}@)/, '.z') })
    await comesBack({ messageId: '<1@evil.example>' }, exim)
    await settled()
    expect(notices()).toEqual([])
    expect((await commentsOf(ticket.id)).map(({ undelivered }) => undelivered)).toEqual([[]])
  })

  test('A-481: expired after days of attempts is recorded, and counts no bounce', async () => {
    const { messageId } = await aSentMail()
    await comesBack({ messageId, status: '4.4.7' })
    await settled()
    expect(notices()).toHaveLength(1)
    expect(await s.q('select from mail_addresses where org_id = $1', s.orgId)).toEqual([])
  })

  test('about an enquiry notifies the author of the reply and is marked at the enquiry', async () => {
    await s.write({ from: `Slutat <${ADDRESS}>`, subject: 'Offert' })
    const [row] = (await h.as(s.anna).call(enquiries.list, { query: {} })).rows
    await h.as(s.anna).call(enquiries.reply, { params: { id: row!.id }, body: { text: 'Gärna.' } })
    await settled()
    const sent = jobs.mails.find(({ to, subject }) => to.includes(ADDRESS) && subject.startsWith('Re: '))
    await comesBack({ messageId: sent!.header('message-id') })
    await settled()
    expect(notices().map(({ to, subject }) => [to, subject])).toEqual([
      [[s.anna.email], `Kom inte fram till ${ADDRESS}`],
    ])
    expect((await h.as(s.anna).call(enquiries.get, { params: { id: row!.id } })).undelivered).toEqual([ADDRESS])
  })
})
