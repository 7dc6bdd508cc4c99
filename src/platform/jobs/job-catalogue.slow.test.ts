import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { startRelay } from '#platform/http/testing/relay.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { enqueue, startJobs } from './job-catalogue.ts'
import { readQueue } from './jobs.ts'

let t: TestDatabase
let database: Database
beforeAll(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 3 })
})
afterAll(async () => {
  await database.close()
  await t.drop()
})

const waiting = async () => (await t.superuser.query(`select from ${queuedJobs}`)).rowCount

test('a job runs after the commit of its transaction, and never after a rollback', async () => {
  const done: unknown[] = []
  const both = Promise.withResolvers<void>()
  const jobs = await startJobs({
    connection: t.connection,
    tasks: {
      note: async (payload) => {
        done.push(payload)
        if (done.length === 2) both.resolve()
      },
    },
    log: () => undefined,
  })
  await database.as('auth', (db) => enqueue(db, 'note', { id: 1 }))
  await database
    .as('auth', async (db) => {
      await enqueue(db, 'note', { id: 'lost' })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await database.as('site', (db) => enqueue(db, 'note', { id: 2 }))
  await both.promise
  await jobs.stop()
  expect(done).toEqual(expect.arrayContaining([{ id: 1 }, { id: 2 }]))
  expect(await waiting()).toBe(0)
})

test('a failed job is retried, and its attempts are counted', async () => {
  const lines: object[] = []
  const outcomes: string[] = []
  const once = Promise.withResolvers<void>()
  const jobs = await startJobs({
    connection: t.connection,
    tasks: {
      failing: async () => {
        once.resolve()
        throw new Error('not today')
      },
    },
    log: (level, message, meta) => level === 'error' && lines.push({ message, meta }),
    onOutcome: (task, outcome) => outcomes.push(`${task} ${outcome}`),
  })
  await database.as('auth', (db) => enqueue(db, 'failing', {}, { attempts: 8 }))
  await once.promise
  await jobs.stop()
  const { rows } = await t.superuser.query(
    'select attempts, max_attempts, last_error from graphile_worker._private_jobs',
  )
  expect(rows).toEqual([{ attempts: 1, max_attempts: 8, last_error: expect.stringContaining('not today') }])
  expect(lines).toEqual([
    { message: 'a job failed', meta: { task: 'failing', attempt: 1, attempts: 8, err: expect.any(Error) } },
  ])
  expect(outcomes).toEqual(['failing failed'])
  await t.superuser.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await database.as('auth', (db) => enqueue(db, 'later', {}))
  await t.superuser.query(`update jobs.outbox set run_at = now() - interval '1 hour'`)
  await t.superuser.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where attempts = 0`,
  )
  expect(await readQueue(database)).toEqual({ waiting: 1, oldestSeconds: expect.closeTo(3600, -1), givenUp: 1 })
})

test('a job whose database becomes unavailable while it runs is completed later, and the queue continues', async () => {
  await t.superuser.query(deleteQueuedJobs)
  const done: unknown[] = []
  const started = Promise.withResolvers<void>()
  const lost = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const jobs = await startJobs({
    connection: t.connection,
    tasks: {
      cross: async (payload) => {
        done.push(payload)
        if (done.length > 1) return last.resolve()
        started.resolve()
        await lost.promise
      },
    },
    log: () => undefined,
  })
  await database.as('auth', (db) => enqueue(db, 'cross', { id: 1 }))
  await started.promise
  await t.superuser.query(`alter database ${t.connection.database} connection limit 0`)
  await t.superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  lost.resolve()
  await expect(database.ping()).rejects.toThrow()
  await t.superuser.query(`alter database ${t.connection.database} connection limit -1`)
  await until(async () => expect(await waiting()).toBe(0))
  await database.as('auth', (db) => enqueue(db, 'cross', { id: 2 }))
  await last.promise
  await jobs.stop()
  expect(done).toEqual([{ id: 1 }, { id: 2 }])
})

test('the roles that add jobs cannot read them, and the role of jobs can read no secret', async () => {
  const refusedTo = async (role: string, query: string) => {
    await t.superuser.query(`set role ${role}`)
    const outcome = await t.superuser.query(query).then(
      () => 'allowed',
      (error) => error.code,
    )
    await t.superuser.query('reset role')
    return outcome
  }
  for (const role of ['stodpunkt_app', 'stodpunkt_auth', 'stodpunkt_site'])
    expect(await refusedTo(role, 'select from graphile_worker._private_jobs')).toBe('42501')
  for (const secret of [
    'from auth.one_time_tokens',
    'password_hash from auth.users',
    'notes from stodpunkt.customers',
    'from stodpunkt.customer_credentials',
    'notes from stodpunkt.time_entries',
  ])
    expect(await refusedTo('stodpunkt_jobs', `select ${secret}`), secret).toBe('42501')
})

test('a job that cannot be completed on a lost connection is completed later, and the process keeps running', async () => {
  const { host, port } = t.connection
  const relay = await startRelay({ path: `${host}/.s.PGSQL.${port}` })
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const jobs = await startJobs({
    connection: { ...t.connection, host: '127.0.0.1', port: relay.port },
    tasks: {
      slow: async () => {
        started.resolve()
        await end.promise
      },
    },
    log: () => undefined,
  })
  const remaining = async () => (await t.superuser.query(`select from ${queuedJobs} where task = 'slow'`)).rowCount
  await database.as('auth', (db) => enqueue(db, 'slow', {}))
  await started.promise
  relay.mute(true)
  end.resolve()
  await until(() => expect(relay.discardedBytes()).toBeGreaterThan(0))
  jobs.dropConnections()
  relay.mute(false)
  await until(async () => expect(await remaining()).toBe(0))
  await jobs.stop()
  relay.stop()
})
