import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { openKeys } from './key-check.ts'

let t: TestDatabase
let database: Database
let folder: string
let path: string

beforeAll(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 4 })
})
afterAll(async () => {
  await database.close()
  await t.drop()
})
beforeEach(async () => {
  await t.superuser.query(`delete from installation where fact = 'keys'`)
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-keys-'))
  path = join(folder, 'data', 'secrets.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const refusal = () => openKeys(database, path).then(String, (error: Error) => error.message)

test('keys are generated once, with the key file and its folder readable by their owner only', async () => {
  const keys = await openKeys(database, path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  // The data folder too, also when the database is on another server.
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'data'))).toEqual(['secrets.json'])
  const text = readFileSync(path, 'utf8')
  expect(await openKeys(database, path)).toEqual(keys)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('the database stores only a fingerprint of the keys', async () => {
  const { refreshKey } = await openKeys(database, path)
  const { rows } = await t.superuser.query(`select value from installation where fact = 'keys'`)
  expect(rows).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(rows[0].value).not.toBe(refreshKey)
})

test('concurrent starts result in one file and the same keys', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => openKeys(database, path)))
  for (const keys of all) expect(keys).toEqual(all[0])
  expect(readdirSync(join(folder, 'data'))).toEqual(['secrets.json'])
})

test.each([0o640, 0o604, 0o660])('a file with mode %o is refused', async (mode) => {
  await openKeys(database, path)
  chmodSync(path, mode)
  expect(await refusal()).toBe(`Nyckelfilen ${path} kan läsas av andra. Kör: chmod 600 ${path}`)
})

test.each(['', '{}', '{"signingKeys":[],"refreshKey":"x"}'])(
  'A-33: a file without a signing key or damaged (%s) is refused and left unchanged',
  async (text) => {
    await openKeys(database, path)
    writeFileSync(path, text)
    expect(await refusal()).toBe(`Nyckelfilen ${path} är skadad. Återställ den från din kopia.`)
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)

test('a file that cannot be read is refused', async () => {
  path = folder
  expect(await refusal()).toBe(`Nyckelfilen ${folder} går inte att läsa: EISDIR`)
})

test('a missing file is refused, and none is created, if the database belongs to existing keys', async () => {
  await openKeys(database, path)
  rmSync(path)
  expect(await refusal()).toBe(
    `Nyckelfilen ${path} saknas, men databasen har data som hör till den. Lägg tillbaka den från din kopia.`,
  )
  expect(readdirSync(join(folder, 'data'))).toEqual([])
})

test('the keys of another installation are refused', async () => {
  await openKeys(database, path)
  path = join(folder, 'other', 'secrets.json')
  await t.superuser.query(`update installation set fact = 'ours' where fact = 'keys'`)
  await openKeys(database, path)
  await t.superuser.query(`delete from installation where fact = 'keys'`)
  await t.superuser.query(`update installation set fact = 'keys' where fact = 'ours'`)
  expect(await refusal()).toBe(
    `Nycklarna i ${path} är inte de som databasen hör ihop med. Två maskiner på samma databas behöver samma nyckelfil.`,
  )
})
