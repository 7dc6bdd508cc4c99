import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownMigrations, translateMigrations } from './migrate.ts'

const released: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../migrations/released.json'), 'utf8'),
)

test('a released migration is never edited, renamed or removed, and new ones come after it', async () => {
  const known = await knownMigrations()
  expect(
    Object.fromEntries(known.slice(0, Object.keys(released).length).map(({ name, checksum }) => [name, checksum])),
  ).toEqual(released)
})

test('the baseline ends with a migration that exists', async () => {
  const before = [
    { name: '0001-actor-and-installation.sql', checksum: '' },
    { name: '0033-active-staff.sql', checksum: '' },
  ]
  const translated = await translateMigrations(before)
  expect(translated?.map(({ name }) => name)).toEqual(Object.keys(released))
  expect(existsSync(join(import.meta.dirname, '../../migrations', String(translated?.at(-1)?.name)))).toBe(true)
})

test('what is older than the last version before 1.0.0 is not translated', async () => {
  expect(await translateMigrations([{ name: '0001-actor-and-installation.sql', checksum: '' }])).toBeUndefined()
})
