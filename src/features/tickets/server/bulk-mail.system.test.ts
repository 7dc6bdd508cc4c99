// Mail about a bulk change: sent once, after the time for undo, or never.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeQueuedJobsDue, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { until } from '#shared/testing/until.ts'
import type { Person } from '#tests/harness/harness.ts'
import { openTransaction, untilLockWaits } from '#tests/harness/open-transaction.ts'
import { BULK_MAIL_AFTER_SECONDS, type BulkChange, bulk, TOO_LATE, UNDO_OFFERED_SECONDS } from '../bulk.contract.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { tickets } from '../tickets.contract.ts'
import { undoBulkChange } from './bulk.queries.ts'
import { BULK_MAIL, bulkMail } from './bulk-mail.ts'

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

const get = () => mailHarness.h.as(s.anna).call(tickets.get, { params: { id: s.ticketId } })
const change = async (fields: Partial<Pick<BulkChange, 'status' | 'assignedTo'>>, by: Person = s.anna) => {
  const { id, version } = await get()
  const changed = await mailHarness.h.as(by).call(bulk.change, { body: { tickets: [{ id, version }], ...fields } })
  return changed.id ?? ''
}
const undo = (id: string, by: Person = s.anna) => mailHarness.h.as(by).call(bulk.undo, { params: { id } })
const waiting = async () => (await mailHarness.q(`select from ${queuedJobs} where task = $1`, BULK_MAIL)).rowCount
/** So that a slow machine does not reach the end of the wait. */
const prolongWait = () =>
  mailHarness.q(`update jobs.outbox set run_at = run_at + interval '1 hour';
    update graphile_worker._private_jobs set run_at = run_at + interval '1 hour'`)
/** The addresses that got mail once the wait is over. */
const recipientsAfterwards = async () => {
  await mailHarness.q(makeQueuedJobsDue)
  return mailHarness.recipients()
}

test('the mail waits while undo is offered, and is then sent once', async () => {
  expect(BULK_MAIL_AFTER_SECONDS).toBeGreaterThan(UNDO_OFFERED_SECONDS)
  await change({ status: 'resolved' })
  await prolongWait()
  // Jobs that are due are run meanwhile.
  await s.comment(s.anna, 'Hej')
  await until(() => expect(mailHarness.mails).toHaveLength(2))
  expect(mailHarness.mails.map(({ text }) => text?.includes('\nHej\n'))).toEqual([true, true])
  expect(await waiting()).toBe(1)
  mailHarness.mails.length = 0
  expect(await recipientsAfterwards()).toEqual(emails(s.kim, s.lo))
  expect(mailHarness.mails[0]?.text).toContain('Ärendet är nu löst.')
  expect(await waiting()).toBe(0)
})

test('after undo there is no mail, to customers or to an assignee', async () => {
  await undo(await change({ status: 'resolved' }))
  await undo(await change({ assignedTo: s.bo.userId }))
  expect(await recipientsAfterwards()).toEqual([])
  expect(await get()).toMatchObject({ status: 'open', assignee: null })
})

test('an assignee gets the mail, and whoever takes a ticket gets none', async () => {
  await change({ assignedTo: s.bo.userId })
  expect(await recipientsAfterwards()).toEqual(emails(s.bo))
  mailHarness.mails.length = 0
  await change({ assignedTo: s.anna.userId })
  expect(await recipientsAfterwards()).toEqual([])
})

test('once the mail has been enqueued nothing can be undone', async () => {
  const id = await change({ status: 'resolved' })
  expect(await recipientsAfterwards()).toEqual(emails(s.kim, s.lo))
  await expect(undo(id)).rejects.toMatchObject({ status: 404, message: TOO_LATE })
  expect((await get()).status).toBe('resolved')
})

test('a job that runs while undo commits waits for it, and sends nothing', async () => {
  const id = await change({ status: 'resolved' })
  const undoing = await openTransaction(mailHarness.h, s.anna, (db) => undoBulkChange(db, id))
  await mailHarness.q(makeQueuedJobsDue)
  await untilLockWaits(mailHarness.h)
  expect((await undoing.end()).restored).toHaveLength(1)
  expect(await mailHarness.recipients()).toEqual([])
})

test('undo that is pressed while the job commits waits for it, and is too late', async () => {
  const id = await change({ status: 'resolved' })
  const { rows } = await mailHarness.q(`select payload from ${queuedJobs} where task = $1`, BULK_MAIL)
  const [begun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { database } = mailHarness.h
  const job = bulkMail({
    database: {
      ...database,
      as: (role, work) =>
        database.as(role, async (db) => {
          const done = await work(db)
          begun.resolve()
          await mayCommit.promise
          return done
        }),
    },
  })(rows[0].payload)
  await begun.promise
  const undoing = undo(id).then(
    () => 'undone',
    (error) => error.message,
  )
  await untilLockWaits(mailHarness.h)
  mayCommit.resolve()
  await job
  expect(await undoing).toBe(TOO_LATE)
  // The queue's own job finds nothing left to send.
  expect(await recipientsAfterwards()).toEqual(emails(s.kim, s.lo))
})

test('of two presses on undo at once one undoes, and there is no mail', async () => {
  const id = await change({ status: 'resolved' })
  const outcomes = await Promise.allSettled([undo(id), undo(id)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await get()).version).toBe(3)
  expect(await recipientsAfterwards()).toEqual([])
})

test('what undo leaves changed is mailed, and a status that has changed again is not', async () => {
  const id = await change({ status: 'in_progress' })
  const { version } = await get()
  const body = { priority: 'low' as const, version }
  await mailHarness.h.as(s.bo).call(tickets.change, { params: { id: s.ticketId }, body })
  expect((await undo(id)).unrestored).toHaveLength(1)
  expect(await recipientsAfterwards()).toEqual(emails(s.kim, s.lo))
  await change({ status: 'resolved' })
  await mailHarness.h.as(s.kim).call(portal.comment, { params: { id: s.ticketId }, body: { comment: 'Inte löst!' } })

  mailHarness.mails.length = 0
  await mailHarness.q(makeQueuedJobsDue)
  await mailHarness.settled()
  expect(mailHarness.mails.map(({ text }) => text).filter((text) => text?.includes('nu löst'))).toEqual([])
})
