// Reminders after the machine slept, from two processes, and from a killed one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { startJobs } from '#platform/jobs/job-catalogue.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { until } from '#shared/testing/until.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'
import { invoiceBasisSchedule, invoiceBasisTasks } from './tasks.ts'
import { remindApprovers } from './waiting-approvals.queries.ts'

let h: Harness
let orgId: string
let technician: Person
let server: MailServer

beforeAll(async () => {
  ;({ h, orgId, technician } = await aCompanyWithTerms(0))
  server = await aMailServer()
})
beforeEach(async () => {
  server.mails.splice(0)
  await h.test.superuser.query(`delete from invoice_bases; ${deleteQueuedJobs}`)
})
afterAll(async () => {
  await server.stop()
  await h.stop()
})

/** An invoice basis that has been waiting for its approver for a month. */
async function aWaitingInvoiceBasis() {
  const { id: customerId } = await h.aCustomer({ orgId })
  const approver = await h.aPortalUser({ id: customerId, orgId })
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const { call } = h.as(technician)
  await call(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' } })
  const { id } = await call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
  await call(invoiceBases.send, { params: { id } })
  await h.test.superuser.query(`update invoice_bases set sent_at = now() - interval '30 days' where id = $1`, [id])
  await h.test.superuser.query(deleteQueuedJobs)
  return { id, approver }
}

const tasks = () =>
  invoiceBasisTasks({
    database: h.database,
    mailer: openMailer({
      smtpUrl: server.url,
      from: 'no-reply@nordnat.se',
      database: h.database,
      threads: threadsOfTests,
      warn: () => undefined,
    }),
    appUrl: 'https://nordnat.se',
    threads: threadsOfTests,
  })
const aProcess = (schedule = invoiceBasisSchedule) =>
  startJobs({ connection: h.test.connection, tasks: tasks(), schedule, log: () => undefined })
const waitingJobs = async () => (await h.test.superuser.query(`select from ${queuedJobs}`)).rowCount

test('runs missed during sleep, found by two processes at once, remind once', async () => {
  await aWaitingInvoiceBasis()
  const everyMinute = invoiceBasisSchedule.map((task) => ({ ...task, match: '* * * * *' }))
  await h.test.superuser.query(
    `insert into jobs.scheduled_tasks select unnest($1::text[]), date_trunc('minute', now()) - interval '20 minutes'`,
    [everyMinute.map(({ task }) => task)],
  )
  const processes = await Promise.all([aProcess(everyMinute), aProcess(everyMinute)])
  await until(() => expect(server.mails).toHaveLength(1))
  await until(async () => expect(await waitingJobs()).toBe(0))
  for (const one of processes) await one.stop()
  expect(server.mails).toHaveLength(1)
})

test('three concurrent runs remind once', async () => {
  await aWaitingInvoiceBasis()
  const run = () => h.database.as('jobs', (db) => remindApprovers(db))
  await Promise.all([run(), run(), run()])
  expect(await waitingJobs()).toBe(1)
})

test('a job whose process was killed after it queued the mail does not queue it again', async () => {
  await aWaitingInvoiceBasis()
  await h.database.as('jobs', (db) => remindApprovers(db))
  const { rows } = await h.test.superuser.query(`select payload from ${queuedJobs}`)
  await h.test.superuser.query(deleteQueuedJobs)
  const job = { id: 'killed-before-it-was-done' }
  // The queue repeats a job whose process ended before it could report that the job was done.
  for (let run = 0; run < 2; run++) await tasks()['basis-tell']?.(rows[0]?.payload, job)
  expect(await waitingJobs()).toBe(1)
})

test('a withdrawn approval stops the reminder, unless staff had recorded it by mistake', async () => {
  const { id, approver } = await aWaitingInvoiceBasis()
  await h.as(approver).call(portalInvoiceBases.approve, { params: { id } })
  await h.as(approver).call(portalInvoiceBases.withdrawApproval, { params: { id } })
  const noted = await aWaitingInvoiceBasis()
  const admin = await h.anAdmin({ orgId })
  await h.as(admin).call(invoiceBases.approve, { params: { id: noted.id }, body: { note: 'Per telefon' } })
  await h.as(admin).call(invoiceBases.withdrawApproval, { params: { id: noted.id } })
  await h.database.as('jobs', (db) => remindApprovers(db))
  const { rows } = await h.test.superuser.query('select id from invoice_bases where reminded_at is not null')
  expect(rows).toEqual([{ id: noted.id }])
})
