import { expect, test } from 'vitest'
import released from '../../migrations/released.json' with { type: 'json' }
import { knownMigrations } from './migrate.ts'

test('a released migration is never edited, renamed or removed, and new ones come after it', async () => {
  const known = await knownMigrations()
  expect(
    Object.fromEntries(known.slice(0, Object.keys(released).length).map(({ name, checksum }) => [name, checksum])),
  ).toEqual(released)
})
