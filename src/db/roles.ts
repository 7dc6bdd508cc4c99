import type { ClientBase } from 'pg'
import { escapeIdentifier } from 'pg'
import { StartError } from './start-error.ts'

/**
 * The database roles (docs/decisions/003). None may sign in; the login of the connection is a member of all of them and
 * inherits nothing, so that a statement outside a scope is refused.
 */
export const databaseRoles = {
  owner: 'stodpunkt_owner',
  app: 'stodpunkt_app',
  auth: 'stodpunkt_auth',
  site: 'stodpunkt_site',
  jobs: 'stodpunkt_jobs',
  backup: 'stodpunkt_backup',
} as const
export type DatabaseRole = keyof typeof databaseRoles

/**
 * Sees to it that the roles are there and that `login` may become each and inherits none. Roles belong to the whole
 * cluster: two installations on one server share them, so only what is missing is made.
 */
export async function createRoles(admin: ClientBase, login: string) {
  const isBefore16 = (await serverVersion(admin)) < 16
  for (const role of Object.values(databaseRoles)) {
    await admin.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object or unique_violation then null; end $$`,
    )
    if (await mayBecome(admin, login, role)) continue
    // Since 16 each membership says whether it inherits; before, the login itself does.
    if (isBefore16) await admin.query(`alter role ${escapeIdentifier(login)} noinherit`)
    const terms = isBefore16 ? '' : ' with inherit false, set true'
    await admin.query(`grant ${role} to ${escapeIdentifier(login)}${terms}`)
  }
}

/** What a database must allow the roles before the first migration. */
export async function grantDatabase(admin: ClientBase, database: string) {
  await admin.query(`grant create, connect on database ${escapeIdentifier(database)} to ${databaseRoles.owner}`)
  await admin.query(`grant create on database ${escapeIdentifier(database)} to ${databaseRoles.jobs}`)
}

/** Whether the login of this connection may become every role, inherits none, and the roles may make their schemas here. */
export async function isPrepared(client: ClientBase): Promise<boolean> {
  const login = await loginOf(client)
  for (const role of Object.values(databaseRoles)) if (!(await mayBecome(client, login, role))) return false
  const { rows } = await client.query<{ may: boolean }>(
    `select bool_and(has_database_privilege(role, current_database(), 'create')) as may from unnest($1::text[]) as role`,
    [[databaseRoles.owner, databaseRoles.jobs]],
  )
  return rows[0]?.may === true
}

/** Throws StartError when somebody must prepare the database for this login first. */
export async function refuseUnprepared(client: ClientBase) {
  if (await isPrepared(client)) return
  throw new StartError(
    `Inloggningen ${await loginOf(client)} saknar Stödpunkts roller i databasen. Kör en gång: npm run db:prepare`,
  )
}

async function loginOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ login: string }>('select session_user as login')
  return rows[0]?.login ?? ''
}

async function mayBecome(client: ClientBase, login: string, role: string): Promise<boolean> {
  // In 16 and later a member, the one who made a role for instance, may be one that must not become it.
  const right = (await serverVersion(client)) < 16 ? 'member' : 'set'
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role($2::name, oid, $3) and not pg_has_role($2::name, oid, 'usage')`,
    [role, login, right],
  )
  return rowCount === 1
}

/** The major version of the server. */
export async function serverVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]?.version ?? 0
}
