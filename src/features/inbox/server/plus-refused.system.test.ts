// The daily trial of a mailbox's address with a tag when our own mail server refuses it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteQueuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { PLUS_LOST, PLUS_TRIAL, plusTrial, plusTrials } from './plus-trial.ts'

let h: Harness
let s: MailboxScenario
let server: MailServer
let send: (payload: unknown) => Promise<void>
let mailer: ReturnType<typeof openMailer>
beforeAll(async () => {
  server = await aMailServer()
  h = await startHarness()
  const { database } = h
  const from = 'Nordnät <svar@nordnat.example>'
  mailer = openMailer({ smtpUrl: server.url, from, database, threads: threadsOfTests, warn: () => undefined })
  send = plusTrial({ database, mailer, threads: threadsOfTests })
})
beforeEach(async () => {
  await h.test.superuser.query(`delete from mailboxes; delete from mail_outage; ${deleteQueuedJobs}`)
  s = await aMailboxScenario(h)
  await s.q(
    `update mailboxes set address = 'refused@nordnat.example', plus_confirmed_at = now() - interval '1 day' where id = $1`,
    s.mailbox.id,
  )
  await plusTrials({ database: h.database, hasMailServer: true })()
})
afterAll(async () => {
  await server.stop()
  await h.stop()
})

/** Removes and returns the jobs of this task. */
const taken = async (task: string) =>
  (
    await s.q(
      `with taken as (delete from jobs.outbox where task = $1 returning payload, run_at > now() as "isLater")
       select * from taken`,
      task,
    )
  ).map(({ payload, isLater }) => ({ payload, isLater }))
const isLost = async () =>
  (await s.q('select plus_lost_at is not null as lost from mailboxes where id = $1', s.mailbox.id))[0]?.lost

/** Runs the queued job that sends the mail of the trial. */
async function sendWaiting() {
  const [trial] = await taken(PLUS_TRIAL)
  await send(trial?.payload)
}

test('A-482: is repeated while that server accepts no mail; the tag is used and nobody is notified', async () => {
  for (let hour = 0; hour < 3; hour++) {
    await sendWaiting()
    expect(await s.q('select reason from mail_outage')).toEqual([{ reason: 'recipients' }])
    expect([await isLost(), await taken(PLUS_LOST)]).toEqual([false, []])
  }
  const [next] = await taken(PLUS_TRIAL)
  expect(next?.isLater).toBe(true)
})

test('A-482: disables the tag when that server accepts other mail and refuses this again', async () => {
  await sendWaiting()
  expect(await isLost()).toBe(false)
  await mailer.send({ orgId: s.orgId, to: 'kim@kajen.example', subject: 'Hej', text: 'Hej' })
  await sendWaiting()
  expect(await isLost()).toBe(true)
  expect(await taken(PLUS_LOST)).toHaveLength(1)
  expect(await taken(PLUS_TRIAL)).toEqual([])
})
