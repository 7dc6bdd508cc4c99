import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringUp } from './bring-up.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

/** The file of an index; a rebuild writes a new one. */
async function fileOf(index: string) {
  const { rows } = await t.superuser.query('select pg_relation_filenode($1::regclass) as file', [index])
  return rows[0].file
}
async function storedVersion(collation: string) {
  const { rows } = await t.superuser.query('select value from installation where fact = $1', [`collation ${collation}`])
  return rows[0]?.value
}
const storeVersion = (collation: string, version: string) =>
  t.superuser.query('update installation set value = $2 where fact = $1', [`collation ${collation}`, version])

const SWEDISH = 'sv-SE-x-icu'
const indexes = { swedish: 'customers_by_name', plain: 'auth.users_email_key', id: 'organizations_pkey' }
const files = async () => ({
  swedish: await fileOf(indexes.swedish),
  plain: await fileOf(indexes.plain),
  id: await fileOf(indexes.id),
})

test('the version of the Swedish collation is stored, and the same version rebuilds nothing', async () => {
  const { rows } = await t.superuser.query(
    `select pg_collation_actual_version('"sv-SE-x-icu"'::regcollation) as version`,
  )
  expect(await storedVersion(SWEDISH)).toBe(rows[0].version)
  const before = await files()
  await bringUp(t.connection)
  expect(await files()).toEqual(before)
})

test('another version of the Swedish collation rebuilds only the indexes that use it, once', async () => {
  const [version, before] = [await storedVersion(SWEDISH), await files()]
  await storeVersion(SWEDISH, '1.0')
  await bringUp(t.connection)
  const after = await files()
  expect(after).toEqual({ ...before, swedish: expect.any(Number) })
  expect(after.swedish).not.toBe(before.swedish)
  expect(await storedVersion(SWEDISH)).toBe(version)
  await bringUp(t.connection)
  expect(await files()).toEqual(after)
})

test('another version of the database’s default collation rebuilds its indexes, where it has a version', async ({
  skip,
}) => {
  const version = await storedVersion('default')
  skip(version === undefined, 'this server’s default collation has no version')
  const before = await files()
  await storeVersion('default', '1.0')
  await bringUp(t.connection)
  const after = await files()
  expect([after.plain === before.plain, after.id === before.id]).toEqual([false, true])
  expect(await storedVersion('default')).toBe(version)
})
