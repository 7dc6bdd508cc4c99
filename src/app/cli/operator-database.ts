import { existsSync } from 'node:fs'
import type pg from 'pg'
import { connectTo } from '#platform/database/bring-up.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { findRunningServer } from '#platform/database/embedded/running-server.ts'
import { refuseMarkedFolder } from '#platform/database/folder-mark.ts'
import { refuseUnmigrated } from '#platform/database/migrate.ts'
import { startCommand } from '#platform/database/operator-command.ts'
import { refuseMarkedDatabase } from '#platform/database/restore-mark.ts'
import { refuseUnprepared } from '#platform/database/roles.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { Settings } from '../server/settings.ts'
import { EMBEDDED } from '../server/start-database.ts'

/** Longer than for requests: the operator may be investigating an overloaded database. */
export const OPERATOR_TIMEOUT_MS = 10_000

type Location = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Pick<Settings, 'DATABASE_MEMORY_MB'>>

/**
 * Runs an operator's command on the installation's database, beside the running program or with the embedded server
 * started for the duration of `work`. Does not migrate. Throws StartError.
 */
export async function onDatabase<T>(
  location: Location,
  work: (database: Database, connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const { connection, stop } = await reachDatabase(location)
  try {
    await refuseUnready(connection)
    const database = openDatabase({ ...connection, max: 2, waitTimeoutMs: OPERATOR_TIMEOUT_MS })
    try {
      return await work(database, connection)
    } finally {
      await database.close()
    }
  } finally {
    await stop()
  }
}

export type ReachableDatabase = { connection: pg.ClientConfig; stop: () => Promise<void> }

/** DATABASE_URL, or the embedded server if it is running. Throws StartError. */
export async function findDatabase({ DATABASE_URL, DATA_DIR }: Location): Promise<ReachableDatabase | undefined> {
  const doNothing = async () => undefined
  if (DATABASE_URL) return { connection: { connectionString: DATABASE_URL }, stop: doNothing }
  const running = await findRunningServer(DATA_DIR)
  return running && { connection: { ...running, ...login }, stop: doNothing }
}

/** As findDatabase, but starts a stopped embedded server until `stop` is called. Throws StartError. */
export async function reachDatabase(location: Location): Promise<ReachableDatabase> {
  const running = await findDatabase(location)
  if (running) return running
  const { DATA_DIR, DATABASE_MEMORY_MB: memoryMib } = location
  refuseMarkedFolder(DATA_DIR)
  if (!existsSync(`${DATA_DIR}/postgres`)) {
    throw new StartError(`Det finns ingen databas i ${DATA_DIR}. Starta Stödpunkt först: ${startCommand()}`)
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: DATA_DIR,
    memoryMib,
    log: { info() {}, warn() {}, error() {} },
  })
  const { host, port } = embedded.connection
  return { connection: { host, port, ...login }, stop: embedded.stop }
}

const login = { user: EMBEDDED.login, database: EMBEDDED.database }

async function refuseUnready(connection: pg.ClientConfig) {
  const client = await connectTo(connection)
  try {
    await refuseUnprepared(client)
    await refuseMarkedDatabase(client)
    await refuseUnmigrated(client)
  } finally {
    await client.end()
  }
}
