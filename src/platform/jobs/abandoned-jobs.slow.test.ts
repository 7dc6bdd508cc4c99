// Jobs of processes that are killed, with real processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { databaseRoles } from '#platform/database/roles.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { startRelay } from '#platform/http/testing/relay.ts'
import { until } from '#shared/testing/until.ts'
import { ABANDONED_AFTER_MS, CHECK_EVERY_MS, watchPools } from './abandoned-jobs.ts'
import { enqueue, startJobs } from './job-catalogue.ts'

let t: TestDatabase
let database: Database
let connection: Pick<TestDatabase['connection'], 'host' | 'port' | 'user' | 'database'>
const cleanups: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  const { host, port, user, database: name } = t.connection
  connection = { host, port, user, database: name }
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
  await database.close()
  await t.drop()
})

/** A process that has taken the job and never completes it. */
async function aProcessWithAJob(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./job-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(connection)], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanups.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    output += String(text)
  })
  await until(() => expect(output).toContain('ready'))
  await database.as('auth', (db) => enqueue(db, 'endless', {}))
  await until(() => expect(output).toContain('taken'))
  return child
}

/** A second worker in this process; `taken` are the payloads of the jobs that it takes over. */
async function anotherWorker(watch: { checkEveryMs: number; abandonedAfterMs: number }) {
  const taken: unknown[] = []
  const lines: string[] = []
  const jobs = await startJobs({
    connection,
    tasks: { endless: async (payload) => void taken.push(payload) },
    log: (level, message) => level === 'warning' && lines.push(message),
    watch,
  })
  cleanups.push(() => jobs.stop())
  return { taken, lines }
}

const countWorkerLocks = async () => {
  const { rowCount } = await t.superuser.query(
    `select from pg_locks l join graphile_worker._private_jobs j on l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
     where l.locktype = 'advisory' and l.granted`,
  )
  return rowCount
}

test('A-260: the job of a killed process is taken over by another within five minutes, and logged', async () => {
  const killed = await aProcessWithAJob()
  const other = await anotherWorker({ checkEveryMs: 50, abandonedAfterMs: 300 })
  killed.kill('SIGKILL')
  await until(() => expect(other.taken).toEqual([{}]))
  expect(other.lines).toEqual(['unlocked the jobs of a process that has ended'])
})

test('a process that starts after the kill takes the job too', async () => {
  const killed = await aProcessWithAJob()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const other = await anotherWorker({ checkEveryMs: 50, abandonedAfterMs: 300 })
  await until(() => expect(other.taken).toEqual([{}]))
})

test('A-261: a long job is left to its process while that is alive, even when suspended', async () => {
  const living = await aProcessWithAJob()
  await until(async () => expect(await countWorkerLocks()).toBe(1))
  living.kill('SIGSTOP')
  const unlocked: string[][] = []
  let clock = 0
  const watch = aWatch({ now: () => clock, onUnlocked: (pools) => unlocked.push(pools) })
  for (let n = 0; n < 100; n++) {
    clock += CHECK_EVERY_MS
    await watch.check()
  }
  living.kill('SIGCONT')
  expect(unlocked).toEqual([])
})

test('a process that lost its connection reacquires its lock and keeps its job', async () => {
  await aProcessWithAJob()
  await until(async () => expect(await countWorkerLocks()).toBe(1))
  await t.superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await until(async () => expect(await countWorkerLocks()).toBe(1))
  const { rowCount } = await t.superuser.query('select from graphile_worker._private_jobs where locked_by is not null')
  expect(rowCount).toBe(1)
})

const aWatch = (options: { now: () => number; onUnlocked: (pools: string[]) => void }) => {
  const watch = watchPools({
    connection: { ...connection, options: `-c role=${databaseRoles.jobs}` },
    poolId: 'this one',
    checkEveryMs: 3_600_000,
    ...options,
  })
  cleanups.push(() => watch.stop())
  return watch
}

test('a killed process’s job is unlocked within five minutes, and not before two', async () => {
  const killed = await aProcessWithAJob()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await until(async () => expect(await countWorkerLocks()).toBe(0))
  let clock = 0
  let unlockedAt = 0
  const watch = aWatch({
    now: () => clock,
    onUnlocked: () => {
      unlockedAt = clock
    },
  })
  // The watch starts between two checks of another process.
  for (clock = CHECK_EVERY_MS; unlockedAt === 0 && clock < 600_000; clock += CHECK_EVERY_MS) await watch.check()
  expect(unlockedAt).toBeGreaterThanOrEqual(ABANDONED_AFTER_MS)
  expect(unlockedAt).toBeLessThanOrEqual(300_000)
  const { rows } = await t.superuser.query('select locked_by, attempts from graphile_worker._private_jobs')
  expect(rows).toEqual([{ locked_by: null, attempts: 1 }])
})

test('the watch can be stopped while a server accepts its connection but never answers', async () => {
  const relay = await startRelay({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
  relay.mute(true)
  const watch = watchPools({
    connection: { ...connection, host: '127.0.0.1', port: relay.port },
    poolId: 'unanswered',
    onUnlocked: () => undefined,
  })
  await until(() => expect(relay.discardedBytes()).toBeGreaterThan(0))
  await watch.stop()
  relay.stop()
})
