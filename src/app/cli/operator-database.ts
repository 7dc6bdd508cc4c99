import { existsSync } from 'node:fs'
import type pg from 'pg'
import { connectTo } from '#db/bring-up.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import { findRunningServer } from '#db/embedded/running-server.ts'
import { refuseMarkedFolder } from '#db/folder-mark.ts'
import { refuseUnmigrated } from '#db/migrate.ts'
import { refuseMarkedDatabase } from '#db/restore-mark.ts'
import { refuseUnprepared } from '#db/roles.ts'
import { StartError } from '#db/start-error.ts'
import type { Settings } from '../server/settings.ts'
import { EMBEDDED } from '../server/start-database.ts'

/** An operator would rather wait than be refused: the machine may be busy with the very thing that is looked into. */
export const OPERATOR_WAIT_TIMEOUT_MS = 10_000

type Location = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>

/**
 * Works once on the installation's database, for an operator's command: beside the running program, else with the
 * embedded server started for as long as it takes. Changes no schema. Throws StartError.
 */
export async function onDatabase<T>(
  location: Location,
  work: (database: Database, connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const { connection, stop } = await reachDatabase(location)
  try {
    await refuseUnready(connection)
    const database = openDatabase({ ...connection, max: 2, waitTimeoutMs: OPERATOR_WAIT_TIMEOUT_MS })
    try {
      return await work(database, connection)
    } finally {
      await database.close()
    }
  } finally {
    await stop()
  }
}

export type Reached = { connection: pg.ClientConfig; stop: () => Promise<void> }

/** The database as it is: DATABASE_URL's, or the embedded one that runs now. Throws StartError. */
export async function findDatabase({ DATABASE_URL, DATA_DIR }: Location): Promise<Reached | undefined> {
  const leave = async () => undefined
  if (DATABASE_URL) return { connection: { connectionString: DATABASE_URL }, stop: leave }
  const running = await findRunningServer(DATA_DIR)
  return running && { connection: { ...running, ...login }, stop: leave }
}

/** The same, with the embedded server started for as long as it takes. Throws StartError. */
export async function reachDatabase(location: Location): Promise<Reached> {
  const found = await findDatabase(location)
  if (found) return found
  const { DATA_DIR } = location
  refuseMarkedFolder(DATA_DIR)
  if (!existsSync(`${DATA_DIR}/postgres`)) {
    throw new StartError(`Det finns ingen databas i ${DATA_DIR}. Starta Stödpunkt först: npm start`)
  }
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: { info() {}, warn() {}, error() {} } })
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
