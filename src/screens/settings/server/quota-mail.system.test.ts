import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILE_QUOTA_BYTES, files, QUOTA_NOTIFIED_PERCENT } from '#features/files/files.contract.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { QUOTA_CHECK, quotaTasks } from './quota-mail.ts'

let h: Harness
let jobs: MailJobs
let admin: Person
beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, quotaTasks)
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  admin = await h.anAdmin({ orgId })
  await h.aTechnician({ orgId })
  await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const used = (bytes: number) =>
  h.test.superuser.query(
    'insert into file_usage (org_id, bytes) values ($1, $2) on conflict (org_id) do update set bytes = excluded.bytes',
    [admin.orgId, bytes],
  )
/** Runs the check and waits for the mail that it sends. */
async function check() {
  await h.database.as('jobs', (db) => enqueue(db, QUOTA_CHECK, {}))
  await until(async () => {
    const { rowCount } = await h.test.superuser.query(`select from ${queuedJobs}`)
    expect(rowCount).toBe(0)
  })
  return jobs.mails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }))
}

const limit = Math.ceil((FILE_QUOTA_BYTES * QUOTA_NOTIFIED_PERCENT) / 100)

test('notifies the administrators once at 80 %, and again after usage has been lower', async () => {
  await used(limit - 1000)
  expect(await check()).toEqual([])
  await used(limit + 1000)
  const [mail, ...more] = await check()
  expect([mail?.to, mail?.subject, more]).toEqual([[admin.email], 'Utrymmet för filer är snart slut – Nordnät AB', []])
  expect(mail?.text).toContain('Filerna tar nu 1,6\u00a0GB av 2,0\u00a0GB.')
  expect(mail?.text).toContain(`${appUrl}/backoffice/settings/sakerhetskopia`)
  expect(await check()).toEqual([])
  await used(1000)
  expect(await check()).toEqual([])
  await used(limit + 1000)
  expect(await check()).toHaveLength(1)
})

test('administrators see how much space is used', async () => {
  await used(limit + 1000)
  expect(await h.as(admin).call(files.usage, {})).toEqual({
    bytes: limit + 1000,
    quota: FILE_QUOTA_BYTES,
    isNearlyFull: true,
  })
  const other = await h.anAdmin({ orgId: (await h.anOrganization('Tom AB')).id })
  expect(await h.as(other).call(files.usage, {})).toEqual({ bytes: 0, quota: FILE_QUOTA_BYTES, isNearlyFull: false })
})
