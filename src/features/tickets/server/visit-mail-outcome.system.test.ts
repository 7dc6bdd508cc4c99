// Mail about a visit when another change comes while it is sent, when it is late, and without a mail server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail, type Mailer, openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { tickets } from '../tickets.contract.ts'
import { visits } from '../visits.contract.ts'
import { ticketTasks } from './tasks.ts'

let h: Harness
let anna: Person
let kim: Person
let ticketId: string

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  await h.test.superuser.query('delete from jobs.outbox')
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  kim = await h.aPortalUser(customer)
  const body = { title: 'WiFi nere', description: 'Ingen kontakt', customerId: customer.id }
  ticketId = (await h.as(anna).call(tickets.create, { body })).id
  await h.test.superuser.query('delete from jobs.outbox')
})

const body = (timeFrom: string) => ({
  date: addDays(todayInStockholm(), 7),
  timeFrom,
  timeTo: '17:00',
  userId: anna.userId,
})
const plan = () => h.as(anna).call(visits.create, { params: { id: ticketId }, body: body('09:00') })
const move = (id: string, version: number) =>
  h.as(anna).call(visits.change, { params: { id }, body: { ...body('13:00'), version } })
const mailedTo = async () =>
  (await h.as(anna).call(tickets.screen, { params: { id: ticketId } })).visits.map((visit) => visit.mailedTo)

/** A mail server that takes every mail. */
const taking = (sent: Mail[]): Mailer => ({
  send: async (mail) => {
    sent.push(mail)
    return 'sent'
  },
})

/** Runs the enqueued jobs in order, also those that they enqueue. */
async function runJobs(mailer: Mailer) {
  const tasks = ticketTasks({ database: h.database, mailer, appUrl })
  for (;;) {
    const { rows } = await h.test.superuser.query<{ task: string; payload: unknown }>(
      'delete from jobs.outbox where id = (select min(id) from jobs.outbox) returning task, payload',
    )
    const [job] = rows
    if (!job) return
    await tasks[job.task]?.(job.payload)
  }
}

test('whoever got the mail although a change came meanwhile, for others, gets the cancellation', async () => {
  const { id, version } = await plan()
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
      if (sent.length > 1) return 'sent'
      await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [kim.userId])
      await move(id, version)
      await runJobs(mailer)
      return 'sent'
    },
  }
  await runJobs(mailer)
  expect(sent.map(({ to, text }) => [to, /Vi har planerat|Du får inte längre/.exec(text)?.[0]])).toEqual([
    [kim.email, 'Vi har planerat'],
    [kim.email, 'Du får inte längre'],
  ])
})

test('a mail that could not leave until the visit was over is not sent', async () => {
  await plan()
  await h.test.superuser.query(`begin; set local app.quiet = 'on';
    update visits set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'; commit`)
  const sent: Mail[] = []
  await runJobs(taking(sent))
  expect(sent).toEqual([])
})

test('without a mail server nobody counts as reached, also when there is one later', async () => {
  const { id, version } = await plan()
  const warn = () => undefined
  const parts = { smtpUrl: undefined, from: 'x@example.se', database: h.database, threads: threadsOfTests, warn }
  await runJobs(openMailer(parts))
  expect(await mailedTo()).toEqual([[]])
  await move(id, version)
  const sent: Mail[] = []
  await runJobs(taking(sent))
  expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('Vi har planerat ett besök:')])
  expect(await mailedTo()).toEqual([[{ address: kim.email, state: 'sent' }]])
})
