// Metrics of backups, mail, virus scanner and disks; and the alert rules refer only to existing metrics.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aScannerServer } from '#features/files/testing/scanner-server.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { noteRefused } from '#platform/mail/mail-outage.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { openMetrics, type ReadMetrics } from './metrics.ts'

const folder = tmpdir()
const target = { folder, keep: 3, dataDir: folder, isEmbedded: true }
let h: Harness
let scanner: Awaited<ReturnType<typeof aScannerServer>>
let read: ReadMetrics
beforeAll(async () => {
  h = await startHarness()
  scanner = await aScannerServer()
  const metrics = openMetrics()
  metrics.expectJobs(['mail'])
  metrics.countRequest({ route: '/auth/v1/token', method: 'POST', status: 400, ms: 1, code: 'x', isStream: false })
  read = metrics.read({ ...h, target, dataDir: folder, clamdUrl: scanner.url })
})
afterAll(async () => {
  await scanner.stop()
  await h.stop()
})

const query = (text: string) => h.test.superuser.query(text)

async function valuesOf(reading: ReadMetrics = read): Promise<Record<string, number>> {
  const lines = (await reading()).text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('every metric in the alert rules exists in the program', async () => {
  const known = new Set(Object.keys(await valuesOf()).map((name) => name.replace(/\{.*/, '')))
  const rules = readFileSync('ops/prometheus/alerts.yml', 'utf8')
  const named = new Set(rules.match(/\b(?:stodpunkt|nodejs)_\w+/g))
  expect(named.size).toBeGreaterThan(14)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

test('reports the age of the last backup (or of the installation), and where nightly ones are', async () => {
  await query(`update migrations set applied_at = now() - interval '5 hours'`)
  const none = await valuesOf()
  expect(none).toMatchObject({ stodpunkt_backup_enabled: 1, stodpunkt_backup_on_data_disk: 1 })
  expect(Math.round((none.stodpunkt_backup_age_seconds ?? 0) / 3600)).toBe(5)
  await query(`insert into backups (id, kind, finished_at, file, bytes)
    values (gen_random_uuid(), 'asked', now() - interval '2 hours', 'x', 1)`)
  expect(Math.round(((await valuesOf()).stodpunkt_backup_age_seconds ?? 0) / 3600)).toBe(2)
  const off = openMetrics().read({ ...h, target: undefined, dataDir: folder, clamdUrl: undefined })
  const values = await valuesOf(off)
  expect(values).toMatchObject({ stodpunkt_backup_enabled: 0, stodpunkt_backup_on_data_disk: 0 })
  expect(values).not.toHaveProperty('stodpunkt_backup_folder_writable')
  expect(values).not.toHaveProperty('stodpunkt_scanner_up')
})

test('reports an unread mailbox, a mail server that refuses mail, and files waiting for the scanner', async () => {
  const { ours } = await fillTwoOrganizations(h.test.superuser)
  await query(`update mailboxes set is_active = true, seen_at = now(); delete from mail_outage`)
  await query(`set session_replication_role = replica; update files set state = 'ready' where state = 'checking'`)
  const quiet = { stodpunkt_mailboxes_unread: 0, stodpunkt_mail_outage: 0, stodpunkt_files_unchecked_seconds: 0 }
  expect(await valuesOf()).toMatchObject({ ...quiet, stodpunkt_scanner_up: 1 })
  await query(`update mailboxes set seen_at = now() - interval '16 minutes' where org_id = '${ours.id}'`)
  await query(
    `update files set state = 'checking', created_at = now() - interval '2 hours' where id = '${ours.file.answer}'`,
  )
  await noteRefused(h.database, new MailRefused('EAUTH'), { orgId: null, recipient: 'x' })
  await scanner.stop()
  const values = await valuesOf()
  expect(values).toMatchObject({ stodpunkt_mail_outage: 1, stodpunkt_scanner_up: 0 })
  expect(values.stodpunkt_mailboxes_unread).toBeGreaterThan(0)
  expect(Math.round((values.stodpunkt_files_unchecked_seconds ?? 0) / 3600)).toBe(2)
})

test('reports the disks of data and backups, except for a missing folder', async () => {
  const values = await valuesOf()
  for (const name of ['DATA_DIR', 'BACKUP_DIR'])
    expect(values[`stodpunkt_disk_size_bytes{folder="${name}"}`]).toBeGreaterThan(
      values[`stodpunkt_disk_free_bytes{folder="${name}"}`] ?? 0,
    )
  const unmounted = { ...target, folder: '/stodpunkt-finns-inte' }
  const reading = openMetrics().read({ ...h, target: unmounted, dataDir: folder, clamdUrl: undefined })
  expect(values).toMatchObject({ stodpunkt_backup_folder_writable: 1 })
  expect(await valuesOf(reading)).toMatchObject({ stodpunkt_backup_folder_writable: 0, stodpunkt_backup_enabled: 1 })
  const file = { ...target, folder: import.meta.filename, dataDir: import.meta.dirname }
  const ofFile = await valuesOf(openMetrics().read({ ...h, target: file, dataDir: folder, clamdUrl: undefined }))
  expect(ofFile).toMatchObject({ stodpunkt_backup_folder_writable: 0, stodpunkt_backup_on_data_disk: 0 })
  expect(Object.keys(await valuesOf(reading)).filter((name) => name.startsWith('stodpunkt_disk_free'))).toEqual([
    'stodpunkt_disk_free_bytes{folder="DATA_DIR"}',
  ])
})
