import type { ClientBase } from 'pg'
import { escapeIdentifier } from 'pg'
import { operatorCommand } from './operator-command.ts'
import { StartError } from './start-error.ts'

/**
 * The database roles (docs/decisions/003). None can log in; the login of the connection is a member of all of them and
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
 * Creates missing roles and makes `login` a member that may SET each role and inherits none. Roles belong to the whole
 * cluster: two installations on one server share them.
 */
export async function createRoles(admin: ClientBase, login: string) {
  const isBefore16 = (await serverVersion(admin)) < 16
  for (const role of Object.values(databaseRoles)) {
    await admin.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object or unique_violation then null; end $$`,
    )
    if (await canSetRole(admin, login, role)) continue
    // Since PostgreSQL 16 inheritance is set per membership, before it per login.
    if (isBefore16) await admin.query(`alter role ${escapeIdentifier(login)} noinherit`)
    const options = isBefore16 ? '' : ' with inherit false, set true'
    await admin.query(`grant ${role} to ${escapeIdentifier(login)}${options}`)
  }
}

/** Grants on the database that the roles need before the first migration. */
export async function grantDatabase(admin: ClientBase, database: string) {
  await admin.query(`grant create, connect on database ${escapeIdentifier(database)} to ${databaseRoles.owner}`)
  await admin.query(`grant create on database ${escapeIdentifier(database)} to ${databaseRoles.jobs}`)
}

/** Whether the login of this connection may SET every role and inherits none, and the roles may create their schemas here. */
export async function isPrepared(client: ClientBase): Promise<boolean> {
  const login = await loginOf(client)
  for (const role of Object.values(databaseRoles)) if (!(await canSetRole(client, login, role))) return false
  const { rows } = await client.query<{ may: boolean }>(
    `select bool_and(has_database_privilege(role, current_database(), 'create')) as may from unnest($1::text[]) as role`,
    [[databaseRoles.owner, databaseRoles.jobs]],
  )
  return rows[0]?.may === true
}

/** Throws StartError when the database has not been prepared for this login. */
export async function refuseUnprepared(client: ClientBase) {
  if (await isPrepared(client)) return
  throw new StartError(
    `Inloggningen ${await loginOf(client)} saknar Stödpunkts roller i databasen. Kör en gång: ${operatorCommand('db-prepare')}`,
  )
}

async function loginOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ login: string }>('select session_user as login')
  return rows[0]?.login ?? ''
}

async function canSetRole(client: ClientBase, login: string, role: string): Promise<boolean> {
  // Since PostgreSQL 16 a member, such as the creator of a role, may lack the SET option.
  const privilege = (await serverVersion(client)) < 16 ? 'member' : 'set'
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role($2::name, oid, $3) and not pg_has_role($2::name, oid, 'usage')`,
    [role, login, privilege],
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
