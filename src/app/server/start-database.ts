import pg from 'pg'
import type { Logger } from 'pino'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { refuseMarkedFolder } from '#platform/database/folder-mark.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { backupTarget } from './backup-target.ts'
import type { Settings } from './settings.ts'

/** The program's role and database in the embedded server. */
export const EMBEDDED = { login: 'stodpunkt', database: 'stodpunkt' }

export type RunningDatabase = {
  connection: pg.ClientConfig
  /** Whether this is the embedded server, whose data folder belongs to this process alone. */
  isOwn: boolean
  /** The migrations applied by this start. */
  applied: string[]
  stop(): Promise<void>
  explain: EmbeddedPostgres['explain']
}

/**
 * Connects to DATABASE_URL, or starts the embedded server in DATA_DIR; checks and migrates the database. Throws
 * StartError.
 */
export async function startDatabase(
  settings: Settings,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<RunningDatabase> {
  const { DATABASE_URL, DATABASE_MEMORY_MB, DATA_DIR } = settings
  const bringUpWithBackup = async (connection: pg.ClientConfig) => {
    // Imported while the server starts, which does not need it.
    const { bringUp } = await import('#platform/database/bring-up.ts')
    return bringUp(connection, async () => {
      const { backUpBeforeMigrating } = await import('#platform/backup/server/make-backup.ts')
      const path = await backUpBeforeMigrating(connection, backupTarget(settings), new Date())
      log.info({ path }, 'a backup was made before the migration')
    })
  }
  if (DATABASE_URL) {
    const connection = { connectionString: DATABASE_URL }
    return {
      connection,
      isOwn: false,
      applied: await bringUpWithBackup(connection),
      stop: async () => undefined,
      explain: (error) => error,
    }
  }
  refuseMarkedFolder(DATA_DIR)
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, memoryMib: DATABASE_MEMORY_MB, log, onFatal })
  try {
    const { host, port } = embedded.connection
    const superuser = new pg.Client(embedded.connection)
    superuser.on('error', () => undefined) // the running query reports the error
    await superuser.connect()
    await prepareDatabase(superuser, EMBEDDED)
    await superuser.end()
    const connection = { host, port, user: EMBEDDED.login, database: EMBEDDED.database }
    return {
      connection,
      isOwn: true,
      applied: await bringUpWithBackup(connection),
      stop: () => embedded.stop(),
      explain: embedded.explain,
    }
  } catch (error) {
    await embedded.stop()
    throw embedded.explain(error)
  }
}
