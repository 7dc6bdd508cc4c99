// The administrators get one mail about a night without a backup.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { fillTwoOrganizations, type TwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { startJobs } from '#platform/jobs/job-catalogue.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import { backupTasks } from './nightly.ts'

let t: TestDatabase
let database: Database
let two: TwoOrganizations
let server: MailServer
let folder: string
let logged: object[]
beforeEach(async () => {
  t = await aDatabase()
  two = await fillTwoOrganizations(t.superuser)
  // Also the jobs that the rows have enqueued, as no task of this test runs them.
  await t.superuser.query(`delete from backups; delete from backup_nights; ${deleteQueuedJobs}`)
  database = openDatabase({ ...t.connection, max: 2 })
  server = await aMailServer()
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-failed-'))
  writeFileSync(join(folder, 'file'), '')
  logged = []
})
afterEach(async () => {
  await server.stop()
  await database.close()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Settings = { to?: string; smtpUrl?: string | undefined }

const tasksAt = (at: string, { to = folder, smtpUrl }: Settings) =>
  backupTasks({
    connection: t.connection,
    database,
    target: { folder: to, keep: 14, dataDir: folder, isEmbedded: false },
    now: () => new Date(at),
    mailer: openMailer({
      smtpUrl,
      from: 'Stödpunkt <no-reply@nordnat.se>',
      database,
      threads: threadsOfTests,
      warn: () => undefined,
    }),
    appUrl: 'https://support.nordnat.se',
    warn: (facts, text) => logged.push({ ...facts, text }),
  })

/** Runs an hourly task at a time of the clock, then the jobs that it enqueues. */
async function hour(at: string, settings: Settings = { smtpUrl: server.url }) {
  const tasks = tasksAt(at, settings)
  await tasks[at.includes(':37:') ? 'nightly-backup-check' : 'nightly-backup']?.({})
  await t.superuser.query("update backups set finished_at = $1 where finished_at > now() - interval '1 minute'", [at])
  const jobs = await startJobs({ connection: t.connection, tasks, log: () => undefined })
  await until(async () => {
    const { rowCount } = await t.superuser.query(`select from ${queuedJobs}`)
    expect(rowCount).toBe(0)
  })
  await jobs.stop()
}
const unwritable = () => ({ to: join(folder, 'file/inside'), smtpUrl: server.url })
const administrators = () => [two.ours.admin, two.theirs.admin].map((id) => `${id}@example.se`).sort()
const recipients = () => server.mails.flatMap(({ to }) => to).sort()

test('A-268: a failed backup is mailed to the administrators of every organization, with the reason and advice', async () => {
  await hour('2020-11-20T01:07:00Z')
  await hour('2020-11-21T01:07:00Z', unwritable())
  expect(recipients()).toEqual(administrators())
  const [mail] = server.mails
  expect(mail?.subject).toBe('Nattens säkerhetskopia blev inte gjord – Samma AB')
  expect(mail?.text).toBe(`Hej Samma,

Säkerhetskopian natten till 2020-11-21 blev inte gjord. Mappen för säkerhetskopior går inte att skriva i.

Den senaste som är klar är från 2020-11-20 02:07.

Gör så här: se till att mappen för säkerhetskopior finns, att dess disk är monterad och att Stödpunkt får skriva i den.

Stödpunkt försöker igen varje timme. Den som sköter servern kan också köra npm run backup, och npm run doctor för att se vad som är fel. Hur det går står under Inställningar:
https://support.nordnat.se/backoffice/settings/sakerhetskopia

Samma AB
`)
  expect(mail?.raw).not.toContain(folder)
  expect(logged).toEqual([expect.objectContaining({ text: 'the nightly backup failed' })])
})

test('a night that fails every hour is reported once, the next failed night again, a successful night not', async () => {
  for (const time of ['01:07', '02:07', '05:37', '06:07', '06:37']) await hour(`2020-11-21T${time}:00Z`, unwritable())
  expect(server.mails).toHaveLength(2)
  expect(new Set(server.mails.map(({ header }) => header('message-id'))).size).toBe(2)
  await hour('2020-11-22T00:07:00Z', unwritable())
  expect(server.mails).toHaveLength(2)
  await hour('2020-11-22T01:07:00Z', unwritable())
  expect(server.mails).toHaveLength(4)
  for (const time of ['01:07', '05:37', '06:37']) await hour(`2020-11-23T${time}:00Z`)
  expect(server.mails).toHaveLength(4)
  expect(server.mails[0]?.text).toContain('Det finns ingen säkerhetskopia som är klar.')
})

test('A-269: a backup whose process was killed is reported by mail in the morning, once', async () => {
  const blocker = new pg.Client({ ...t.connection, user: 'postgres', options: '-c search_path=stodpunkt' })
  await blocker.connect()
  await blocker.query('begin; lock table tickets in access exclusive mode')
  const { host, port, user, database: name } = t.connection
  const options = { connection: { host, port, user, database: name }, folder, at: '2020-11-21T01:07:00Z' }
  const file = fileURLToPath(new URL('./nightly-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: 'inherit' })
  await until(() => expect(readdirSync(folder).some((entry) => entry.endsWith('.part'))).toBe(true))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('rollback')
  await blocker.end()
  for (const time of ['02:37', '04:37']) await hour(`2020-11-21T${time}:00Z`)
  expect(recipients()).toEqual([])
  for (const time of ['05:37', '06:37']) await hour(`2020-11-21T${time}:00Z`)
  expect(recipients()).toEqual(administrators())
  expect(server.mails[0]?.text).toContain('blev inte gjord. Den påbörjades men blev aldrig klar.')
  expect(server.mails[0]?.text).toContain('läsa i programmets logg')
})

test('a program that was stopped at night, or has just been started, is not reported as a failure', async () => {
  await hour('2020-11-20T01:07:00Z')
  await hour('2020-11-21T09:37:00Z')
  await hour('2020-11-21T10:07:00Z')
  await hour('2020-11-21T10:37:00Z')
  expect(server.mails).toEqual([])
})

test('former and deactivated administrators get no mail; without a mail server it is stored', async () => {
  await t.superuser.query(`update user_roles set role = 'admin' where user_id = $1`, [two.ours.technician])
  await t.superuser.query('update auth.users set disabled_at = now() where id = $1', [two.ours.admin])
  await hour('2020-11-21T01:07:00Z', { ...unwritable(), smtpUrl: undefined })
  const { rows } = await t.superuser.query(
    `select to_address, body from stored_mail where subject like 'Nattens%' order by to_address`,
  )
  expect(rows.map((row) => row.to_address)).toEqual(
    [two.ours.technician, two.theirs.admin].map((id) => `${id}@example.se`).sort(),
  )
})
