import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyWithin, createMigrationsTable, knownMigrations } from '../migrate.ts'
import { databaseRoles } from '../roles.ts'
import { aDatabase, type TestDatabase } from './database.ts'

const released: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../migrations/released.json'), 'utf8'),
)

/** An empty database of the released version: with its migrations alone. */
export async function aReleasedDatabase(): Promise<TestDatabase> {
  const t = await aDatabase('template0')
  await t.superuser.query(`set role ${databaseRoles.owner}`)
  await createMigrationsTable(t.superuser)
  for (const migration of await knownMigrations()) {
    if (!(migration.name in released)) continue
    await t.superuser.query('begin')
    await applyWithin(t.superuser, migration)
    await t.superuser.query('commit')
  }
  await t.superuser.query('reset role')
  return t
}
