import { expect, test } from 'vitest'
import released from '../../../migrations/released.json' with { type: 'json' }
import { compareWithKnown, knownMigrations } from './migrate.ts'

test('a released migration is never edited, renamed or removed, and new ones come after it', async () => {
  const known = await knownMigrations()
  expect(
    Object.fromEntries(known.slice(0, Object.keys(released).length).map(({ name, checksum }) => [name, checksum])),
  ).toEqual(released)
})

test('an edited released migration is distinguished from an unreleased state', async () => {
  const known = await knownMigrations()
  const edited = known.map((one) => (one.name === '0002-people.sql' ? { name: one.name, checksum: 'x' } : one))
  expect(compareWithKnown(known, edited)).toEqual({
    newer: undefined,
    unreleased: undefined,
    edited: '0002-people.sql',
  })
  expect(compareWithKnown(edited, known)).toEqual({
    newer: undefined,
    unreleased: '0002-people.sql',
    edited: undefined,
  })
  expect(compareWithKnown(known, known)).toEqual({ newer: undefined, unreleased: undefined, edited: undefined })
})
