import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import released from '../../../migrations/released.json' with { type: 'json' }
import { operatorCommand, startCommand } from './operator-command.ts'
import { databaseRoles } from './roles.ts'
import { StartError } from './start-error.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

export const SCHEMA = 'stodpunkt'

export type AppliedMigration = { name: string; checksum: string }

/** The migrations of this program, in order. */
export async function knownMigrations() {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies all pending migrations in one transaction: after an upgrade that fails or is killed the database is unchanged, and the
 * previous version of the program still starts with it. The caller holds the lock that excludes other processes.
 * `beforeChanging` is awaited first when a schema in use has pending migrations. Returns the names applied. Throws StartError
 * when the database is newer than the program or of an unreleased version, or an applied migration was edited.
 */
export async function migrate(client: ClientBase, beforeChanging?: () => Promise<void>): Promise<string[]> {
  try {
    await client.query(`set role ${databaseRoles.owner}`)
    await createMigrationsTable(client)
    const applied = await appliedMigrations(client)
    const known = await knownMigrations()
    refuseUnknown(applied, known)
    const pending = known.filter(({ name }) => !applied.has(name))
    if (pending.length > 0 && (await hasOrganization(client))) await beforeChanging?.()
    if (pending.length > 0) await applyTogether(client, pending)
    return pending.map(({ name }) => name)
  } finally {
    await client.query('reset role')
  }
}

/** Throws StartError unless the schema is exactly that of this program. For commands that run beside the server. */
export async function refuseUnmigrated(client: ClientBase) {
  if ((await findPending(client)).length > 0) {
    throw new StartError(`Databasen är inte klar för den här versionen. Starta Stödpunkt först: ${startCommand()}`)
  }
}

/** The migrations that the database lacks. Throws StartError as `migrate` does. */
export async function findPending(client: ClientBase): Promise<string[]> {
  await client.query(`set role ${databaseRoles.owner}`)
  const applied = (await hasMigrationsTable(client)) ? await appliedMigrations(client) : new Map<string, string>()
  await client.query('reset role')
  const known = await knownMigrations()
  refuseUnknown(applied, known)
  return known.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
}

async function hasMigrationsTable(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('${SCHEMA}.migrations') is not null as "exists"`)
  return rows[0].exists
}

/** Creates the table of applied migrations if missing, in one implicit transaction or the caller's. */
export async function createMigrationsTable(client: ClientBase) {
  if (await hasMigrationsTable(client)) return
  const roles = Object.values(databaseRoles).join(', ')
  await client.query(`
    create schema if not exists ${SCHEMA};
    grant usage on schema ${SCHEMA} to ${roles};
    create table ${SCHEMA}.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

async function hasOrganization(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('${SCHEMA}.organizations') is not null as "exists"`)
  if (!rows[0].exists) return false
  return (await client.query(`select from ${SCHEMA}.organizations limit 1`)).rowCount === 1
}

async function appliedMigrations(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${SCHEMA}.migrations`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseUnknown(applied: Map<string, string>, known: AppliedMigration[]) {
  const { newer, unreleased, edited } = compareWithKnown(
    [...applied].map(([name, checksum]) => ({ name, checksum })),
    known,
  )
  if (unreleased !== undefined) {
    throw new StartError(
      `Databasen är från en version som inte har getts ut: den har steget ${unreleased} i en lydelse som varken 1.0.0 eller den här versionen har. Den kan inte uppgraderas. Inget är ändrat. Kör vidare med programmet som den kommer från, eller återställ en säkerhetskopia från en utgiven version till en tom databas eller en ny DATA_DIR: ${operatorCommand('restore', 'fil')}`,
    )
  }
  if (newer !== undefined) {
    throw new StartError(
      `Databasen är nyare än programmet: den har steget ${newer}, som den här versionen inte känner. Starta en nyare version.`,
    )
  }
  if (edited !== undefined)
    throw new StartError(`Migreringen ${edited} har ändrats sedan den kördes mot databasen. Återställ filen.`)
}

/**
 * The first applied migration of each kind that differs from this program's: `newer` sorts after all of the program's, `edited`
 * is a released one whose file was edited since, and `unreleased` was never released, or not with this content.
 */
export function compareWithKnown(applied: AppliedMigration[], known: AppliedMigration[]) {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const last = known.at(-1)?.name ?? ''
  const names = applied.filter(({ name, checksum }) => checksums.get(name) !== checksum).map(({ name }) => name)
  const checksumsOfRelease = new Map<string, string>(Object.entries(released))
  const isEdited = (name: string) =>
    checksumsOfRelease.has(name) && checksumsOfRelease.get(name) !== checksums.get(name)
  return {
    newer: names.find((name) => name > last),
    unreleased: names.find((name) => name <= last && !isEdited(name)),
    edited: names.find(isEdited),
  }
}

type Migration = AppliedMigration & { sql: string }

async function applyTogether(client: ClientBase, migrations: Migration[]) {
  await client.query('begin')
  try {
    for (const migration of migrations) await applyWithin(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Applies one migration in the caller's transaction. */
export async function applyWithin(client: ClientBase, { name, sql, checksum }: Migration) {
  try {
    await client.query(sql)
    await client.query(`insert into ${SCHEMA}.migrations (name, checksum) values ($1, $2)`, [name, checksum])
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}

/** The login itself may only look up the actor of a session or API key and set a role; everything else needs a scope. */
export async function grantLogin(client: ClientBase) {
  await client.query(`
    begin;
    set local role ${databaseRoles.auth};
    grant execute on function auth.session_actor(uuid), auth.key_actor(bytea) to session_user;
    set local role ${databaseRoles.owner};
    grant usage on schema auth to session_user;
    commit`)
}
