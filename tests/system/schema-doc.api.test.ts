import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aDatabase } from '#platform/database/testing/database.ts'
import { schemaOverview } from '../../tools/schema.ts'

test('docs/schema.md is the migrated schema (npm run docs:schema writes it)', async () => {
  const t = await aDatabase()
  const overview = await schemaOverview(t.superuser)
  await t.drop()
  expect(readFileSync('docs/schema.md', 'utf8')).toBe(overview)
})
