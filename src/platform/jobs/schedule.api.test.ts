// Which scheduled tasks are added to the queue when the clock runs, stops, jumps and is set back.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseRoles } from '#platform/database/roles.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { deleteQueuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openSchedule } from './schedule.ts'

const tasks = [
  { task: 'minutely', match: '* * * * *' },
  { task: 'hourly', match: '30 * * * *' },
  { task: 'daily', match: '20 7 * * *', catchesUpHours: 24 },
]

let t: TestDatabase
const clients: pg.Client[] = []
beforeAll(async () => {
  t = await aDatabase()
  for (let n = 0; n < 2; n++) {
    const { host, port, user, database } = t.connection
    const client = new pg.Client({
      host,
      port,
      user,
      database,
      options: `-c role=${databaseRoles.jobs}`,
    } as pg.ClientConfig)
    await client.connect()
    clients.push(client)
  }
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await t.drop()
})
beforeEach(() => t.superuser.query(`${deleteQueuedJobs}; delete from jobs.scheduled_tasks`))

/** A process whose timer goes on by a second at each check, whatever the wall clock shows. */
function aProcess(client = clients[0] as pg.Client) {
  let elapsed = 0
  let wall = ''
  const schedule = openSchedule(tasks, { elapsed: () => elapsed, now: async () => Date.parse(wall) })
  return {
    /** Ten seconds in which the wall clock shows `at`. */
    at: async (at: string) => {
      wall = at
      for (let second = 0; second < 10; second++) {
        elapsed += 1000
        await schedule.check(client)
      }
    },
  }
}

/** The jobs added since the last call, and done. */
async function added() {
  const { rows } = await t.superuser.query<{ task: string }>(
    `select identifier as task from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id order by 1`,
  )
  await t.superuser.query(deleteQueuedJobs)
  return rows.map(({ task }) => task)
}

test('the first check registers the tasks; from then on each runs in its minutes', async () => {
  const { at } = aProcess()
  await at('2026-11-30T07:19:40Z')
  expect(await added()).toEqual([])
  await at('2026-11-30T07:20:02Z')
  expect(await added()).toEqual(['daily', 'minutely'])
  await at('2026-11-30T07:20:30Z')
  expect(await added()).toEqual([])
  await at('2026-11-30T07:30:59Z')
  expect(await added()).toEqual(['hourly', 'minutely'])
})

test('a clock that is set back by a day stops nothing: every task runs in its next minutes', async () => {
  const { at } = aProcess()
  await at('2026-11-30T07:20:30Z')
  await at('2026-11-29T07:18:10Z')
  await added()
  await at('2026-11-29T07:19:10Z')
  expect(await added()).toEqual(['minutely'])
  await at('2026-11-29T07:20:10Z')
  expect(await added()).toEqual(['daily', 'minutely'])
  await at('2026-11-29T07:21:10Z')
  expect(await added()).toEqual(['minutely'])
})

test('a process that starts after the clock was set back runs the tasks too', async () => {
  await aProcess().at('2026-11-30T07:20:30Z')
  const later = aProcess()
  await later.at('2026-11-30T05:29:10Z')
  await later.at('2026-11-30T05:30:10Z')
  expect(await added()).toEqual(['hourly', 'minutely'])
})

test('a clock that jumps forwards and is corrected runs what it skipped once, and then each task in its minutes', async () => {
  const { at } = aProcess()
  await at('2026-11-30T07:00:00Z')
  await at('2026-12-02T09:00:00Z')
  expect(await added()).toEqual(['daily', 'hourly', 'minutely'])
  await at('2026-11-30T07:01:00Z')
  await at('2026-11-30T07:02:00Z')
  expect(await added()).toEqual(['minutely'])
  await at('2026-11-30T07:20:00Z')
  expect(await added()).toEqual(['daily', 'minutely'])
})

test('a clock that is corrected by seconds repeats no minute', async () => {
  const { at } = aProcess()
  await at('2026-11-30T07:19:00Z')
  await at('2026-11-30T07:20:01Z')
  await added()
  await at('2026-11-30T07:19:58Z')
  await at('2026-11-30T07:20:08Z')
  expect(await added()).toEqual([])
})

test('what was missed while no process ran is made up for once, within its hours', async () => {
  await aProcess().at('2026-11-30T06:00:00Z')
  const { at } = aProcess()
  await at('2026-12-01T06:15:00Z')
  expect(await added()).toEqual(['daily', 'hourly', 'minutely'])
  await aProcess().at('2026-12-01T09:29:00Z')
  await aProcess().at('2026-12-02T08:00:00Z')
  await added()
  await aProcess().at('2026-12-02T09:00:00Z')
  expect(await added()).toEqual(['hourly', 'minutely'])
})

test('two processes add one job, and a run waits for the previous one', async () => {
  const [one, other] = clients.map((client) => aProcess(client))
  await one?.at('2026-11-30T07:19:00Z')
  await Promise.all([one?.at('2026-11-30T07:20:00Z'), other?.at('2026-11-30T07:20:00Z')])
  expect(await added()).toEqual(['daily', 'minutely'])
  await one?.at('2026-11-30T07:21:00Z')
  await other?.at('2026-11-30T07:22:00Z')
  const { rows } = await t.superuser.query(
    `select count(*)::int as jobs, min(queue_name) as queue from graphile_worker.jobs where task_identifier = 'minutely'`,
  )
  expect(rows).toEqual([{ jobs: 1, queue: 'minutely' }])
})

test('a job that waits for its next attempt when the clock is set back waits no longer than it would have', async () => {
  const { at } = aProcess()
  await at('2026-11-30T12:00:00Z')
  const add = (task: string, runAt: string) =>
    t.superuser.query(`select graphile_worker.add_job($1, run_at => $2::timestamptz)`, [task, runAt])
  await add('retried', '2026-11-30T12:04:00Z')
  await at('2026-11-30T11:00:30Z')
  await add('new', '2026-11-30T11:03:00Z')
  await at('2026-11-30T11:01:00Z')
  const { rows } = await t.superuser.query(
    `select task_identifier as task, run_at at time zone 'UTC' = case when task_identifier = 'new' then timestamp '2026-11-30 11:03'
       else timestamp '2026-11-30 11:04' end as is_right
     from graphile_worker.jobs where task_identifier in ('new', 'retried') order by 1`,
  )
  expect(rows).toEqual([
    { task: 'new', is_right: true },
    { task: 'retried', is_right: true },
  ])
})
