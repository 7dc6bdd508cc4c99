import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'

let t: TestDatabase
let other: pg.Client
beforeAll(async () => {
  t = await aDatabase()
  const { host, port, user, database } = t.superuser
  other = new pg.Client({ host, port, user, database } as pg.ClientConfig)
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await t.drop()
})

const enqueue = (count: number) =>
  t.superuser.query(`select jobs.enqueue('task', json_build_object('n', n), 8) from generate_series(1, $1) n`, [count])
const move = async (client: pg.Client) => {
  const { rows } = await client.query<{ hasMore: boolean }>('select jobs.move_outbox() as "hasMore"')
  return rows[0]?.hasMore
}
const queued = async () => {
  const { rows } = await t.superuser.query<{ n: number }>(
    `select (payload ->> 'n')::int as n from graphile_worker._private_jobs order by id`,
  )
  return rows.map(({ n }) => n)
}

test('jobs are moved in batches, in order, each once and with their attempts', async () => {
  await enqueue(501)
  expect(await queued()).toEqual([])
  expect(await move(t.superuser)).toBe(true)
  expect(await move(t.superuser)).toBe(false)
  expect(await queued()).toEqual(Array.from({ length: 501 }, (_, n) => n + 1))
  expect((await t.superuser.query('select from jobs.outbox')).rowCount).toBe(0)
  const { rows } = await t.superuser.query('select distinct max_attempts from graphile_worker._private_jobs')
  expect(rows).toEqual([{ max_attempts: 8 }])
})

test('while one process moves, another does not; after a rollback the jobs are still there', async () => {
  await t.superuser.query('delete from graphile_worker._private_jobs')
  await enqueue(3)
  await other.query('begin')
  expect(await move(other)).toBe(false)
  expect(await move(t.superuser)).toBe(false)
  expect(await queued()).toEqual([])
  await other.query('rollback')
  expect(await move(t.superuser)).toBe(false)
  expect(await queued()).toEqual([1, 2, 3])
})
