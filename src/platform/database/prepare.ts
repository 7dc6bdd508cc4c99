import type { ClientBase } from 'pg'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { refuseBypass } from './check-server.ts'
import { createRoles, grantDatabase } from './roles.ts'

type Login = { login: string; password?: string; database: string }

/**
 * Creates what the program needs on a server, as an administrator: the login (inherits and bypasses nothing), the roles
 * and the database. Leaves existing ones unchanged. Throws StartError for a login that bypasses row-level security.
 */
export async function prepareDatabase(admin: ClientBase, { login, password, database }: Login) {
  await refuseBypass(admin, login)
  const secret = password ? ` password ${escapeLiteral(password)}` : ''
  if (!(await exists(admin, 'select from pg_roles where rolname = $1', login))) {
    await admin.query(`create role ${escapeIdentifier(login)} login noinherit${secret}`)
  }
  await createRoles(admin, login)
  if (!(await exists(admin, 'select from pg_database where datname = $1', database))) {
    await admin.query(`create database ${escapeIdentifier(database)} encoding 'UTF8' template template0`)
  }
  await grantDatabase(admin, database)
}

async function exists(admin: ClientBase, query: string, name: string) {
  const { rowCount } = await admin.query(query, [name])
  return rowCount === 1
}
