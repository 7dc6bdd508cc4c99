// A mailbox that cannot be read: the mail to administrators and the warning to staff.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStream, untilBegun } from '#platform/live/testing/stream.ts'
import { until } from '#shared/testing/until.ts'
import { aVaultKey, type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { startMailJobs } from '#tests/harness/mail-jobs.ts'
import { mailboxes } from '../mailboxes.contract.ts'
import { menuCounts } from '../menu-counts.contract.ts'
import { startDovecot, whyNoDovecot } from '../testing/dovecot.ts'
import { changesOf } from '../testing/mailbox-changes.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { connectMailbox, startReaders } from '../testing/reading.ts'
import { noteFailure, noteSeen } from './imap/reader.queries.ts'
import { inboxTasks } from './tasks.ts'
import { MAILBOX_UNREAD } from './unread-mail.ts'

let h: Harness
let s: MailboxScenario
const cleanups: (() => unknown)[] = []
const FAILURE = 'Servern imap.nordnat.example kan inte nås.'

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  await s.q('update mailboxes set is_active = id = $1', s.mailbox.id)
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})
afterAll(() => h.stop())

const fail = () => h.database.as('jobs', (db) => noteFailure(db, s.mailbox, FAILURE))
const read = () => h.database.as('jobs', (db) => noteSeen(db, s.mailbox, null))
const ago = (minutes: number) =>
  s.q(`update mailboxes set unread_since = now() - $2 * interval '1 minute' where id = $1`, s.mailbox.id, minutes)
const jobs = async () =>
  (await s.jobs()).filter(({ task, payload }) => task === MAILBOX_UNREAD && payload.orgId === s.orgId)
const alarms = async (person: Person = s.anna) => (await h.as(person).call(menuCounts.get, {})).mail.mailboxes

test('administrators are mailed after 15 minutes, and the reader gets the time until then', async () => {
  expect((await fail()).notifyAfterSeconds).toBeGreaterThan(890)
  await ago(14)
  const { notifyAfterSeconds } = await fail()
  expect(notifyAfterSeconds).toBeGreaterThan(0)
  expect(notifyAfterSeconds).toBeLessThanOrEqual(60)
  expect([await jobs(), await alarms()]).toEqual([[], []])
  await ago(15)
  expect(await fail()).toEqual({ notifyAfterSeconds: null })
  expect((await jobs()).map(({ payload }) => payload)).toEqual([
    { orgId: s.orgId, mailboxId: s.mailbox.id, userId: s.admin.userId },
  ])
})

test('they are mailed once for each outage, also by concurrent processes', async () => {
  await fail()
  await ago(20)
  await Promise.all([fail(), fail(), fail()])
  await fail()
  expect(await jobs()).toHaveLength(1)
  await read()
  await fail()
  expect(await jobs()).toHaveLength(1)
  await ago(15)
  await fail()
  expect(await jobs()).toHaveLength(2)
})

test('all staff of the company, and nobody else, see it until the mailbox is read, deactivated or removed', async () => {
  const other = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  const unread = [{ address: 'support@nordnat.example', since: expect.any(String) }]
  const breakIt = async () => {
    await fail()
    await ago(15)
    await fail()
    for (const person of [s.anna, s.admin]) expect(await alarms(person)).toEqual(unread)
  }
  await breakIt()
  expect(await alarms(other)).toEqual([])
  await expect(alarms(s.kim)).rejects.toMatchObject({ status: 403 })
  await read()
  expect(await alarms()).toEqual([])
  await breakIt()
  const [mailbox] = await h.as(s.admin).call(mailboxes.list, {})
  await h.as(s.admin).call(mailboxes.change, {
    params: { id: s.mailbox.id },
    body: { ...changesOf(mailbox!), isActive: false },
  })
  expect(await alarms()).toEqual([])
  await s.q('update mailboxes set is_active = true where id = $1', s.mailbox.id)
  await breakIt()
  await h.as(s.admin).call(mailboxes.remove, { params: { id: s.mailbox.id } })
  expect(await alarms()).toEqual([])
})

test('another password does not end the warning before the mailbox is read', async () => {
  await fail()
  await ago(15)
  await fail()
  const [mailbox] = await h.as(s.admin).call(mailboxes.list, {})
  await h.as(s.admin).call(mailboxes.change, {
    params: { id: s.mailbox.id },
    body: { ...changesOf(mailbox!), secret: 'nytt' },
  })
  expect(await alarms()).toHaveLength(1)
})

test('the mail has the mailbox, since when, why and where to change it', async () => {
  const mail = await startMailJobs(h, inboxTasks)
  cleanups.push(mail.stop)
  await fail()
  await ago(15)
  const arriving = mail.next()
  await fail()
  const { to, subject, text } = await arriving
  expect([to, subject]).toEqual([[s.admin.email], 'Brevlådan support@nordnat.example läses inte'])
  expect(text).toMatch(/har inte gått att läsa sedan \d{4}-\d\d-\d\d \d\d:\d\d/)
  expect(text).toContain(FAILURE)
  expect(text).toContain('https://support.nordnat.se/backoffice/settings/brevlador')
})

describe.skipIf(whyNoDovecot !== undefined)('with a real server', () => {
  test('the warning appears when reading fails for so long, and disappears from open screens once it is read', async () => {
    const dovecot = await startDovecot()
    cleanups.push(() => dovecot.remove())
    await connectMailbox(s, dovecot, aVaultKey)
    await dovecot.stop()
    const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openStream(`${address}/api/live`, s.anna)
    cleanups.push(() => stream.close())
    await untilBegun([stream])
    cleanups.push(startReaders(h, aVaultKey).stop)
    await until(async () =>
      expect(await s.q('select from mailboxes where id = $1 and failures > 0', s.mailbox.id)).toHaveLength(1),
    )
    await ago(15)
    await until(async () => expect(await alarms()).toHaveLength(1))
    await until(() => expect(stream.events).toContainEqual({ about: 'mail-alarm' }))
    stream.events.length = 0
    await dovecot.startAgain()
    await until(async () => expect(await alarms()).toEqual([]))
    await until(() => expect(stream.events).toContainEqual({ about: 'mail-alarm' }))
    expect(await jobs()).toHaveLength(1)
  })
})
