import type { ClientBase } from 'pg'
import { escapeIdentifier } from 'pg'

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

/** Roles belong to the whole cluster: two installations on one server share them, so they are created only if absent. */
export async function createRoles(admin: ClientBase, login: string) {
  for (const role of Object.values(databaseRoles)) {
    await admin.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object or unique_violation then null; end $$`,
    )
    await admin.query(`grant ${role} to ${escapeIdentifier(login)}`)
  }
}

/** What a database must allow the roles before the first migration. */
export async function grantDatabase(admin: ClientBase, database: string) {
  await admin.query(`grant create, connect on database ${escapeIdentifier(database)} to ${databaseRoles.owner}`)
  await admin.query(`grant create on database ${escapeIdentifier(database)} to ${databaseRoles.jobs}`)
}
