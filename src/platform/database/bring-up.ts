import pg from 'pg'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { checkServer, refuseOwnership } from './check-server.ts'
import { reindexStaleCollations } from './collations.ts'
import { grantLogin, migrate, SCHEMA } from './migrate.ts'
import { refuseMarkedDatabase } from './restore-mark.ts'
import { createRoles, grantDatabase, isPrepared, refuseUnprepared } from './roles.ts'
import { StartError } from './start-error.ts'

/** The server did not answer, or refused the connection; the message may name it. */
export class Unreachable extends StartError {}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'ingen databasserver svarar på den adressen och porten',
  ENOTFOUND: 'servern finns inte',
  ETIMEDOUT: 'servern svarar inte',
}

/** A pooler refuses or drops the startup settings of a connection, which every connection needs. */
const POOLER =
  'Mellan Stödpunkt och databasen står en anslutningspool, som PgBouncer. Ange databasserverns egen adress i DATABASE_URL: Stödpunkt har en egen pool.'

const LOCK = 7_301_962_114

/**
 * Prepares a reachable database for the program: checks the server, creates missing roles, migrates. Returns the migrations
 * applied. `beforeChanging` is awaited before existing data is migrated.
 */
export async function bringUp(connection: pg.ClientConfig, beforeChanging?: () => Promise<void>): Promise<string[]> {
  const client = await connectTo(connection)
  try {
    await takeDatabase(client)
    await refuseMarkedDatabase(client)
    const applied = await migrate(client, beforeChanging)
    await grantLogin(client)
    await migrateJobs(connection)
    await refuseOwnership(client)
    await reindexStaleCollations(client)
    return applied
  } finally {
    await client.end()
  }
}

/**
 * Checks the server and creates missing roles. Holds a lock until the client disconnects, since neither grants nor migrations of
 * the job queue's tables can run concurrently.
 */
export async function takeDatabase(client: pg.ClientBase) {
  await checkServer(client)
  await client.query('select pg_advisory_lock($1)', [LOCK])
  await takeRoles(client)
}

/** A connection for use before the pool is open. Throws StartError when the server is unreachable, or reachable only through a pooler. */
export async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    connectionTimeoutMillis: 10_000,
    ...connection,
    options: `-c search_path=${SCHEMA}`,
  })
  client.on('error', () => undefined) // the running query reports it
  await client.connect().catch((error: Error & { code?: string }) => {
    if (error.message.includes('unsupported startup parameter')) throw new StartError(POOLER)
    const name = connection.connectionString ? 'Databasen i DATABASE_URL' : 'Databasen'
    throw new Unreachable(`${name} går inte att nå: ${reasons[error.code ?? ''] ?? (error.message || error.code)}`)
  })
  const { rows } = await client.query<{ search_path: string }>('show search_path')
  if (rows[0]?.search_path === SCHEMA) return client
  await client.end()
  throw new StartError(POOLER)
}

/** Creates missing roles if the login has CREATEROLE; any other login needs `npm run db:prepare` once. */
async function takeRoles(client: pg.ClientBase) {
  const { rows } = await client.query<{ login: string; database: string; may: boolean }>(
    `select session_user as login, current_database() as database, rolcreaterole as may
     from pg_roles where rolname = session_user`,
  )
  const state = rows[0]
  if (state?.may && !(await isPrepared(client))) {
    await createRoles(client, state.login).catch(unlessForbidden)
    await grantDatabase(client, state.database).catch(unlessForbidden)
  }
  await refuseUnprepared(client)
}

/** Insufficient privilege (42501) is ignored here: refuseUnprepared reports what is missing. */
function unlessForbidden(error: { code?: string }) {
  if (error.code !== '42501') throw error
}
