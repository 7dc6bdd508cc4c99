import pg from 'pg'
import { checkServer, refuseOwnership } from './check-server.ts'
import { migrateJobs } from './jobs.ts'
import { grantLogin, migrate, SCHEMA } from './migrate.ts'
import { createRoles, databaseRoles, grantDatabase } from './roles.ts'
import { StartError } from './start-error.ts'

/** Makes a reachable database ready to be served: checks the server, gets the roles, migrates. Returns the steps applied. */
export async function bringUp(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, options: `-c search_path=${SCHEMA}` })
  client.on('error', () => undefined) // the running query reports it
  await client.connect().catch((error: Error) => {
    throw new StartError(`Databasen går inte att nå: ${error.message}`)
  })
  try {
    await checkServer(client)
    await takeRoles(client)
    const applied = await migrate(client)
    await grantLogin(client)
    await migrateJobs(connection)
    await refuseOwnership(client)
    return applied
  } finally {
    await client.end()
  }
}

/** A login that may create roles helps itself; any other needs `npm run db:prepare` once. */
async function takeRoles(client: pg.ClientBase) {
  const { rows } = await client.query<{ login: string; database: string; ready: boolean; may: boolean }>(
    `select session_user as login, current_database() as database,
       (select count(*) = $2 from pg_roles where rolname = any($1) and pg_has_role(session_user, oid, 'member')) as ready,
       (select rolcreaterole from pg_roles where rolname = session_user) as may`,
    [Object.values(databaseRoles), Object.keys(databaseRoles).length],
  )
  const state = rows[0]
  if (!state || state.ready) return
  if (!state.may) {
    throw new StartError(
      `Inloggningen ${state.login} saknar Stödpunkts roller i databasen. Kör en gång: npm run db:prepare`,
    )
  }
  await createRoles(client, state.login)
  await grantDatabase(client, state.database)
}
