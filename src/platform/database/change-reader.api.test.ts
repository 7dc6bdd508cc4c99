import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { openChangeReader } from './change-reader.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let t: TestDatabase
let other: pg.Client
beforeAll(async () => {
  t = await aDatabase()
  const { host, port, user, database } = t.superuser
  other = new pg.Client({ host, port, user, database, options: '-c search_path=stodpunkt' } as pg.ClientConfig)
  await other.connect()
})
beforeEach(() => t.superuser.query('delete from live_changes'))
afterAll(async () => {
  await other.end()
  await t.drop()
})

const announce = (client: pg.Client, name: string) =>
  client.query(`select announce(jsonb_build_object('name', $1::text))`, [name])

/** A reader that has begun; its clock is `ahead` of the server's. */
async function aReader() {
  const names: string[] = []
  const reader = openChangeReader((change) => names.push(JSON.parse(change).name))
  const clock = { aheadMs: 0 }
  const shifted = {
    query: async (sql: string, values: unknown[]) => {
      const result = await t.superuser.query(sql, values)
      for (const row of result.rows) row.at += clock.aheadMs
      return result
    },
  } as unknown as pg.Client
  const read = async () => {
    const isLate = await reader.read(shifted)
    return { isLate, names: names.splice(0) }
  }
  expect(await read()).toEqual({ isLate: false, names: [] })
  return { read, clock, restart: reader.restart }
}

test('a transaction that commits after a later one is read after its commit, and each change once', async () => {
  const { read } = await aReader()
  await other.query('begin')
  await announce(other, 'first')
  await announce(t.superuser, 'second')
  expect((await read()).names).toEqual(['second'])
  await other.query('commit')
  expect((await read()).names).toEqual(['first'])
  expect((await read()).names).toEqual([])
})

test('rights that ended come before a change that was written earlier and committed later', async () => {
  const { read } = await aReader()
  await other.query('begin')
  await announce(other, 'written')
  await t.superuser.query(`select announce('{"about": "actor", "name": "ended"}')`)
  await other.query('commit')
  expect((await read()).names).toEqual(['ended', 'written'])
})

test('changes of one transaction come in their order, equal ones once, and none after a rollback', async () => {
  const { read } = await aReader()
  await other.query('begin')
  for (const name of ['b', 'a', 'b', 'c']) await announce(other, name)
  await other.query('savepoint undone')
  await announce(other, 'undone')
  await other.query('rollback to undone; commit')
  await other.query('begin')
  await announce(other, 'rolled back')
  await other.query('rollback')
  await announce(other, 'b')
  expect((await read()).names).toEqual(['b', 'a', 'c', 'b'])
})

test('a change of an open transaction is not deleted before it has been visible for two minutes', async () => {
  const { read, clock } = await aReader()
  await announce(t.superuser, 'visible')
  await other.query('begin')
  await announce(other, 'open')
  await read()
  for (let minutes = 0; minutes < 3; minutes += 1) {
    clock.aheadMs += 59_000
    await read()
  }
  await other.query('commit')
  expect((await read()).names).toEqual(['open'])
  // Transactions in other databases of the server delay it too.
  await until(async () => {
    clock.aheadMs += 59_000
    await read()
    expect((await t.superuser.query('select from live_changes')).rowCount).toBe(0)
  })
})

test('a read that comes more than a minute late says so, and passes nothing', async () => {
  const { read, clock } = await aReader()
  await announce(t.superuser, 'may be incomplete')
  clock.aheadMs = 61_000
  expect(await read()).toEqual({ isLate: true, names: [] })
  expect(await read()).toEqual({ isLate: false, names: [] })
})

test('after a restart the next read only begins', async () => {
  const { read, restart } = await aReader()
  await announce(t.superuser, 'missed')
  restart()
  expect(await read()).toEqual({ isLate: false, names: [] })
  await announce(t.superuser, 'next')
  expect((await read()).names).toEqual(['next'])
})
